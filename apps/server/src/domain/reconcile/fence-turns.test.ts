import { describe, expect, test } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { epochJobView } from '../job-views/epoch-job-view.js';
import { attachment, job, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

const LONG_AGO = new Date(NOW.getTime() - 60_000);
const silent = (name: string) => node(name, { status: { connection: { state: 'lost', since: LONG_AGO, serverId: null } } });
const unheard = [node('t1'), node('t2'), silent('c1')];
const fenced = (nodeId: string) => report(nodeId, 'export', 'a', { present: false });
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const revoking = (change: Changes<AttachmentDocument> = {}, revoked: Partial<NonNullable<AttachmentDocument['spec']['revoked']>> = {}) =>
  changed(
    attachment({
      spec: {
        desired: 'detached',
        revoked: { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', givesUpAfterSeconds: 14, ...revoked },
      },
      status: { state: 'revoking' },
    }),
    change,
  );

/** The attachment after one step, as the only attachment. */
const next = (of: AttachmentDocument, parts: Parameters<typeof world>[0] = {}): AttachmentDocument => {
  const [after] = advance(world({ nodes: unheard, attachments: [of], ...parts })).attachments;
  if (!after) throw new Error('nothing is left of it');
  return after;
};
const ordered = ({ exports }: AttachmentDocument) =>
  exports.filter(({ spec: { desired } }) => desired === 'absent').map(({ nodeName }) => nodeName);
/** The attachment after its first turn, whose target reported its fence at `lastFencedAt`. */
const afterFirst = (lastFencedAt: Date): AttachmentDocument => {
  const first = next(next(revoking()), { reports: [fenced('t2')] });
  return changed(first, { status: { fences: { ...first.status.fences, lastFencedAt } } });
};
const view = (of: AttachmentDocument, parts: Parameters<typeof world>[0] = {}) => {
  const now = world({ nodes: unheard, attachments: [of], ...parts });
  return epochJobView(job('attachment.revoke', 'a'), now, advance(now));
};

describe('a forced move of a mirror from an offline client (S3)', () => {
  test('fences one mirror half alone first, and the other half in a later turn', () => {
    const first = next(revoking());
    expect(ordered(first)).toEqual(['t2']);
    expect(next(first, { reports: [] }).status.conditions).toMatchObject([
      { type: 'Fenced', status: 'false', message: expect.stringMatching(/^waiting for the fence of t2; the fence of t1 follows/) },
    ]);
    expect(view(first).steps).toMatchObject([
      { node: 'c1', state: 'running', reason: { code: 'not-waited-for' } },
      { node: 't1', state: 'pending', reason: { code: 'in-turn' } },
      { node: 't2', state: 'running' },
    ]);
  });

  test('fences the mirror leg that the client reports as its anchor last', () => {
    const legs = ['leg-0', 'leg-1'].map((legId) => ({ legId, anchor: legId === 'leg-1', reason: null }));
    const paths = [{ legId: 'leg-0', storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' }];
    expect(ordered(next(revoking(), { reports: [report('c1', 'attachment', 'a', { legs, paths })] }))).toEqual(['t1']);
  });

  test('holds the fence of the other half until the client has had 14 s to give up the first half', () => {
    const after = next(next(revoking()), { reports: [fenced('t2')] });
    expect(after).toMatchObject({ status: { fenced: false, fences: { lastFencedAt: NOW } } });
    expect(ordered(after)).toEqual(['t2']);
    const now = world({ nodes: unheard, attachments: [after], reports: [fenced('t2')] });
    expect(advance(now).lookAgainAt).toEqual(at(14));
    const shown = epochJobView(job('attachment.revoke', 'a'), now, advance(now));
    expect(shown).toMatchObject({ state: 'running', waitingFor: [] });
    expect(shown.steps[1]?.reason?.params).toMatchObject({ client: { kind: 'node', name: 'c1' }, dueAt: '2026-01-01T00:00:14.000Z' });
    expect(shown.steps[1]?.reason?.message).toMatch(
      /^c1 may still write to it: it is fenced at 2026-01-01T00:00:14.000Z, when c1 has had the time/,
    );
  });

  test.each([
    ['is over', at(-14), ['t1', 't2']],
    ['is not over', at(-13), ['t2']],
    ['seems to end later than it can, as a clock went back', at(3600), ['t2']],
  ])('orders the next fence only after the pause: the pause %s', (_, lastFencedAt, names) => {
    expect(ordered(next(afterFirst(lastFencedAt)))).toEqual(names);
  });

  test('restarts the pause when the recorded fence time is in the future', () => {
    const after = next(afterFirst(at(3600)));
    expect(after.status.fences?.lastFencedAt).toEqual(NOW);
    expect(advance(world({ nodes: unheard, attachments: [after] })).lookAgainAt).toEqual(at(14));
  });

  test('frees the volume when both halves are fenced', () => {
    const second = next(afterFirst(at(-14)));
    expect(next(second, { reports: [fenced('t2')] })).toMatchObject({ status: { fenced: false } });
    expect(next(second, { reports: [fenced('t1')] })).toMatchObject({ status: { fenced: true, state: 'revoked' } });
    expect(advance(world({ nodes: unheard, attachments: [next(second, { reports: [fenced('t1')] })] })).lookAgainAt).toBeNull();
  });

  test('names an offline target of a later turn at once, with the way out (S10)', () => {
    const nodes = [silent('t1'), node('t2'), silent('c1')];
    expect(view(next(revoking()), { nodes }).waitingFor).toMatchObject([
      {
        node: 't1',
        code: 'step-waits',
        params: {
          step: { code: 'fence-legs' },
          ways: [{ code: 'reconnect-agent' }, { code: 'declare-target-off', params: { node: { name: 't1' } } }],
        },
        unblockedBy: expect.stringContaining('stating that t1 is off'),
      },
    ]);
  });

  test('fences the other half at once when the first target is declared off (S13)', () => {
    const first = next(revoking());
    const off = {
      ...first,
      exports: first.exports.map((each) => (each.nodeId === 't2' ? { ...each, spec: { ...each.spec, leftOut: true } } : each)),
    };
    expect(ordered(next(off))).toEqual(['t1', 't2']);
  });

  test.each([
    ['is stated to be off', revoking({}, { clientIsOff: true }), {}],
    ['only reads', revoking({ spec: { mode: 'readonly' } }), {}],
    ['has no mirror', revoking(), { volume: volume({ spec: { ...volume().spec, protection: 'raid0' } }) }],
  ])('fences all legs at once when the client %s', (_, of, parts) => {
    expect(ordered(next(of, parts))).toEqual(['t1', 't2']);
  });

  test('fences the other half at once when the client is back and has released the volume', () => {
    const gone = report('c1', 'attachment', 'a', { present: false, available: false });
    expect(ordered(next(afterFirst(at(-1)), { nodes: [node('t1'), node('t2'), node('c1')], reports: [gone] }))).toEqual(['t1', 't2']);
  });

  const gone = report('c1', 'attachment', 'a', { present: false, available: false });
  const heard = [node('t1'), node('t2'), node('c1')];

  test('finishes the client’s step on a late release, and keeps the time of the fence without it', () => {
    const first = next(revoking());
    expect(first).toMatchObject({ status: { fences: { notWaitedForAt: NOW } } });
    const late = view(first, { nodes: heard, reports: [gone] }).steps[0];
    expect(late).toMatchObject({ node: 'c1', state: 'done', reason: { code: 'not-waited-for' } });
    expect(late?.reason?.message).toMatch(
      /^c1 has released the volume late: its legs are fenced without it since 2026-01-01T00:00:00.000Z/,
    );
  });

  test('ends the job with the client’s step failed when the client never releases the volume', () => {
    const second = next(afterFirst(at(-14)));
    const shown = view(second, { reports: [fenced('t1'), fenced('t2')] });
    expect(shown).toMatchObject({ state: 'done', steps: [{ node: 'c1', state: 'failed', reason: { code: 'not-waited-for' } }, {}, {}] });
  });

  test('gives no reason on the client’s step when the client releases the volume in time', () => {
    const first = next(revoking(), { nodes: heard, reports: [gone] });
    expect(view(first, { nodes: heard, reports: [gone] }).steps[0]).toMatchObject({ state: 'done', reason: null });
  });

  const wide = (...targets: string[]): [AttachmentDocument, VolumeDocument] => {
    const legs = targets.map((name, index) => leg(index, name));
    const [some] = attachment().exports;
    if (!some) throw new Error('no export');
    const exports = [...new Set(targets)].map((name) => ({
      ...some,
      nodeId: name,
      nodeName: name,
      spec: { ...some.spec, namespaces: legs.filter(({ nodeId }) => nodeId === name).map(({ id }, at) => ({ nsid: at + 1, legId: id })) },
    }));
    return [revoking({ exports }), volume({ legs, spec: { ...volume().spec, protection: 'raid10', stripeWidth: legs.length / 2 } })];
  };
  const threefold = (...targets: string[]): [AttachmentDocument, VolumeDocument] => {
    const [of, made] = wide(...targets);
    return [of, { ...made, spec: { ...made.spec, protection: 'raid1', copies: 3 } }];
  };
  test.each([
    ['four legs on two targets', wide('t1', 't2', 't1', 't2'), [['t2'], ['t1']]],
    [
      'four legs on four targets',
      wide('t1', 't2', 't3', 't4'),
      [
        ['t2', 't4'],
        ['t1', 't3'],
      ],
    ],
    [
      'four legs on three targets, the target with an anchor and another leg after the one without an anchor',
      wide('t1', 't2', 't3', 't1'),
      [['t2', 't3'], ['t1']],
    ],
    ['three halves on three targets, the preferred anchor last', threefold('t1', 't2', 't3'), [['t2'], ['t3'], ['t1']]],
    ['six legs on three targets, each with each', wide('t1', 't2', 't2', 't3', 't3', 't1'), [['t1'], ['t2'], ['t3']]],
  ])('fences every leg, and never two halves of a mirror in one turn: %s', (_, [of, made], turns) => {
    const names = [...new Set(made.legs.map(({ nodeId }) => nodeId))];
    const nodes = [...names.map((name) => node(name)), silent('c1')];
    const seen: string[][] = [];
    let now = of;
    for (let turn = 0; turn < 10 && !now.status.fenced; turn++) {
      const before = ordered(now);
      now = next(now, { volume: made, nodes });
      seen.push(ordered(now).filter((name) => !before.includes(name)));
      now = next(now, { volume: made, nodes, reports: ordered(now).map(fenced) });
      now = changed(now, { status: { fences: { ...now.status.fences, lastFencedAt: at(-14) } } });
    }
    expect(seen.map((each) => each.sort())).toEqual(turns);
  });
});
