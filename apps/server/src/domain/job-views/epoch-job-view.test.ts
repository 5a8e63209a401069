import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, it } from 'vitest';
import { revoked as revokedBy } from '../attachment/revoked.js';
import type { AttachmentDocument, Fences } from '../documents/attachment.document.js';
import type { JobDocument } from '../documents/job.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { advance } from '../reconcile/advance.js';
import { attachment, job, leg, NOW, node, obsolete as obsoleteLeg, report, volume, world } from '../world/worlds.fixture.js';
import { epochJobView } from './epoch-job-view.js';

type Parts = NonNullable<Parameters<typeof world>[0]>;
const viewOf = (kind: JobDocument['kind'], subject: string, parts: Parts) => {
  const now = world(parts);
  const view = epochJobView(job(kind, subject), now, advance(now));
  return {
    ...view,
    /** `code state@node why` */
    lines: view.steps.map(({ code, state, node: at, reason }) => `${code} ${state}@${at}${reason ? ` ${reason.code}` : ''}`),
    ways: view.waitingFor.map(({ node: at, params }) => [at, params?.['ways']]),
  };
};
const ref = (kind: string, id: string, name = id) => ({ kind, id, name });
const lost = (name: string) => node(name, { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
const unexportingState = { spec: { desired: 'detached' }, status: { state: 'unexporting' } } as const;
const other = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', ...unexportingState, exports: [] });

/** An attachment that stays as it is. */
const reader = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', spec: { mode: 'readonly' } });

const path = (legId: string) => ({ legId, storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' });

describe('a wait of an attach for the leg with the last writes', () => {
  const accept = (parts: Parts) =>
    viewOf('attachment.attach', 'a', {
      nodes: [node('t1'), lost('t2'), node('c1')],
      attachments: [attachment({ status: { state: 'attaching' } })],
      ...parts,
    })
      .ways.flatMap(([, ways]) => ways as { code: string; params: object }[])
      .filter(({ code }) => code === 'accept-loss');
  const [stale, newest] = [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')];

  it('offers to accept the loss of the in-sync legs of the offline node (S4, S11)', () => {
    expect(accept({ volume: volume({ legs: [stale, newest] }) })).toEqual([
      { code: 'accept-loss', params: { volume: ref('volume', 'v', 'db'), node: ref('node', 't2'), legs: [ref('leg', 'leg-1', '1')] } },
    ]);
  });

  it.each<[string, Changes<VolumeDocument>]>([
    ['its leg was not in sync', { legs: [leg(0, 't1'), leg(1, 't2', { status: { inSync: false } })] }],
    [
      'the volume was never written',
      { legs: [stale, newest], array: { spec: { uuid: 'u', dataOffsetBytes: 0 }, status: { created: false } } },
    ],
    ['the volume has no mirror', { legs: [stale, newest], array: null }],
    ['no leg would remain', { legs: [newest, leg(0, 't2')] }],
    [
      'a leg of another mirror set has all writes on another node',
      {
        spec: { protection: 'raid10' },
        legs: [stale, newest, leg(2, 't1', { status: { inSync: false } }), leg(3, 't3')],
      },
    ],
  ])('offers nothing to accept when %s', (_, change) => {
    expect(accept({ volume: volume(change) })).toEqual([]);
  });
});

describe('a wait of a detach or a forced move for an offline target', () => {
  const nodes = [node('t1'), lost('t2'), node('c1')];
  const absent = attachment().exports.map((each) => changed(each, { spec: { desired: 'absent' } }));
  const unexporting = attachment({ ...unexportingState, exports: absent });
  const declare = { code: 'declare-target-off', params: { attachment: ref('attachment', 'a', 'db on c1'), node: ref('node', 't2') } };

  it('offers to declare the target off once only its exports are left (S13)', () => {
    expect(viewOf('attachment.detach', 'a', { nodes, attachments: [other, unexporting] }).ways).toEqual([
      ['t2', [expect.objectContaining({ code: 'reconnect-agent' }), declare]],
    ]);
    const detaching = attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } });
    const open = viewOf('attachment.detach', 'a', { nodes: [node('t1'), node('t2'), lost('c1')], attachments: [detaching] });
    expect(open.ways).toEqual([['c1', [expect.objectContaining({ code: 'reconnect-agent' })]]]);
    // A node that is both: the detach waits for it as the client.
    const converged = changed(detaching, { nodeId: 't1', nodeName: 't1' });
    expect(viewOf('attachment.detach', 'a', { nodes: [lost('t1'), node('t2')], attachments: [converged] }).ways).toEqual([
      ['t1', [expect.objectContaining({ code: 'reconnect-agent' })]],
    ]);
  });

  it('offers nothing of the kind for a volume without a mirror, whose legs are all needed', () => {
    const raid0 = volume({ array: null, spec: { ...volume().spec, protection: 'raid0' } });
    expect(viewOf('attachment.detach', 'a', { volume: raid0, nodes, attachments: [unexporting] }).ways).toEqual([
      ['t2', [expect.objectContaining({ code: 'reconnect-agent' })]],
    ]);
  });
});

describe('the view of a forced move', () => {
  const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', givesUpAfterSeconds: 14 };
  const revoking = (change: Pick<Changes<AttachmentDocument>, 'exports'> = {}, fences?: Fences) =>
    attachment({ spec: { desired: 'detached', revoked }, status: { state: 'revoking', ...(fences ? { fences } : {}) }, ...change });
  const held = report(
    'c1',
    'attachment',
    'a',
    { array: null, paths: [path('leg-0'), path('leg-1')] },
    { state: 'waiting', reason: { code: 'device-open', message: 'open' } },
  );

  it('waits for its client first, and names why the client does not release the volume', () => {
    expect(viewOf('attachment.revoke', 'a', { attachments: [reader, revoking()], reports: [held] })).toMatchObject({
      state: 'waiting',
      lines: ['release-volume waiting@c1 device-open', 'fence-legs pending@t1', 'fence-legs pending@t2'],
    });
  });

  it('orders the fence of the other half only when the first is confirmed', () => {
    const fencing = revoking({}, { notWaitedForAt: NOW });
    const { lines, steps } = viewOf('attachment.revoke', 'a', { attachments: [reader, fencing], reports: [held] });
    expect(lines).toEqual([...['release-volume running@c1 not-waited-for', 'fence-legs pending@t1 in-turn', 'fence-legs running@t2']]);
    expect(steps).toMatchObject([
      { reason: { params: { client: ref('node', 'c1'), released: false, since: NOW.toISOString() } } },
      { reason: { params: { client: ref('node', 'c1') } } },
      {},
    ]);
  });

  const exports = attachment().exports.map((each) => changed(each, { spec: { desired: 'absent' } }));

  it('shows a target that is left out as such until it confirms its fence', () => {
    const [first, second] = exports;
    if (!first || !second) throw new Error('the example has two exports');
    const left = (gone: boolean) => revoking({ exports: [first, changed(second, { spec: { leftOut: true }, status: { gone } })] }, {});
    const nodes = [node('t1'), lost('t2'), node('c1')];
    const shown = viewOf('attachment.revoke', 'a', { nodes, attachments: [left(false)], reports: [held] });
    expect(shown.lines.slice(1)).toEqual(['fence-legs running@t1', 'fence-legs done@t2 left-out']);
    expect(shown.steps[2]).toMatchObject({ nodeId: 't2', reason: { params: { node: ref('node', 't2') } } });
    expect(viewOf('attachment.revoke', 'a', { nodes, attachments: [left(true)], reports: [held] }).lines[2]).toBe('fence-legs done@t2');
  });

  it('names who stated that the client is off, and when (S13)', () => {
    const request = { clientIsOff: true, targetsOff: [] };
    const now = new Date('2026-11-21T14:16:31.725Z');
    const stating = (by: string, before: AttachmentDocument) =>
      changed(before, revokedBy(before, request, { by, inSyncKnown: false, settings: defaultSettings, now }, volume()));
    const repeated = stating('vera', stating('otto', revoking()));
    const stepOf = (reports: Parts['reports'], of = repeated) =>
      viewOf('attachment.revoke', 'a', { nodes: [node('t1'), node('t2'), lost('c1')], attachments: [of], reports }).steps[0];
    const stated = { client: ref('node', 'c1'), by: 'otto', at: now.toISOString() };
    expect(stepOf([held])).toMatchObject({
      code: 'release-volume',
      reason: { code: 'client-stated-off', params: { ...stated, released: false } },
    });
    expect(stepOf([held])?.reason?.message).toContain('otto stated at 2026-11-21T14:16:31.725Z that c1 is off');
    const gone = report('c1', 'attachment', 'a', { present: false, available: false });
    expect(stepOf([gone])).toMatchObject({ state: 'done', reason: { code: 'client-stated-off', params: { ...stated, released: true } } });
    const unnamed = stepOf(
      [held],
      changed(revoking({}, {}), { spec: { revoked: { ...revoked, clientIsOff: true } } } as Changes<AttachmentDocument>),
    );
    expect(unnamed?.reason?.message).toContain('an administrator stated that c1 is off');
  });

  it('names who stated that a target is off, and when (S13)', () => {
    const now = new Date('2026-11-21T14:16:31.725Z');
    const request = { clientIsOff: false, targetsOff: ['t2'] };
    const before = revoking();
    const of = { by: 'otto', inSyncKnown: false, settings: defaultSettings, now };
    const left = changed(before, revokedBy(before, request, of, volume()));
    const fencing = changed(left, { status: { fences: {} } });
    const nodes = [node('t1'), lost('t2'), node('c1')];
    const [, , second] = viewOf('attachment.revoke', 'a', { nodes, attachments: [fencing], reports: [held] }).steps;
    expect(second).toMatchObject({ state: 'done', reason: { code: 'left-out', params: { by: 'otto', at: now.toISOString() } } });
    expect(second?.reason?.message).toContain('left out: otto stated at 2026-11-21T14:16:31.725Z that t2 is off');
  });

  it('is done when the legs are fenced, or when nothing is left of the attachment', () => {
    const fenced = revoking({ exports: exports.map((each) => changed(each, { status: { gone: true } })) }, {});
    expect(viewOf('attachment.revoke', 'a', { attachments: [fenced], reports: [held] })).toMatchObject({
      ...{ state: 'done', waitingFor: [] },
      lines: ['release-volume failed@c1 not-waited-for', 'fence-legs done@t1', 'fence-legs done@t2'],
    });
    const gone = report('c1', 'attachment', 'a', { present: false, available: false });
    expect(viewOf('attachment.revoke', 'a', { attachments: [fenced], reports: [gone] })).toMatchObject({
      ...{ state: 'done', waitingFor: [] },
      lines: ['release-volume done@c1', 'fence-legs done@t1', 'fence-legs done@t2'],
    });
    expect(viewOf('attachment.revoke', 'a', { attachments: [other] })).toMatchObject({ state: 'done', waitingFor: [], steps: [] });
  });
});

describe('the view of a growth', () => {
  const appended = leg(2, 't3', { id: 'new', status: { inSync: true } });
  const growing = (legsGrown: boolean) =>
    volume({
      array: null,
      spec: { ...volume().spec, protection: 'concatenated' },
      legs: [leg(0, 't1'), leg(1, 't2', { spec: { role: 'leaving' } }), appended],
      growth: {
        spec: {
          toSizeBytes: 2 ** 31,
          legs: [
            { legId: 'leg-0', fromSizeBytes: 2 ** 29, toDataBytes: 2 ** 30 },
            { legId: 'new', fromSizeBytes: 0, toDataBytes: 2 ** 30 },
          ],
        },
        status: { legsGrown },
      },
    });
  const nodes = ['t1', 't2', 't3', 'c1'].map((name) => node(name));
  const to = changed(attachment().exports[0] ?? expect.fail(), {
    ...{ nodeId: 't3', nodeName: 't3' },
    spec: { namespaces: [{ nsid: 3, legId: 'new' }] },
  });
  const client = attachment({ exports: [...attachment().exports, to] });
  const lines = (legsGrown: boolean, reports: Parts['reports']) =>
    viewOf('volume.grow', 'v', { volume: growing(legsGrown), nodes, attachments: [other, client], reports }).lines;

  it('extends legs and makes new ones, then exports these, then the clients take the new size', () => {
    const small = report('t1', 'leg', 'leg-0', { sizeBytes: 2 ** 29 });
    expect(lines(false, [small, report('t3', 'leg', 'new'), report('c1', 'attachment', 'a')])).toEqual([
      ...['extend-leg running@t1', 'create-leg done@t3', 'export-to-client running@t3', 'use-new-size pending@c1'],
    ]);
    const grown = [report('t1', 'leg', 'leg-0'), report('t3', 'leg', 'new')];
    const client = (state: 'working' | 'done') => report('c1', 'attachment', 'a', {}, { state });
    expect(lines(true, [...grown, report('t3', 'export', 'a'), client('working')])).toEqual([
      ...['extend-leg done@t1', 'create-leg done@t3', 'export-to-client done@t3', 'use-new-size running@c1'],
    ]);
    const failed = report('t3', 'export', 'a', {}, { state: 'failed', reason: { code: 'no', message: 'no' } });
    expect(lines(true, [...grown, failed, client('working')])).toContain('export-to-client failed@t3 no');
  });

  it('does not ask for the size of a leg again once all legs have grown', () => {
    expect(lines(true, []).slice(0, 2)).toEqual(['extend-leg done@t1', 'create-leg done@t3']);
  });

  it('creates the leg that replaces another one instead of extending it', () => {
    const replacing = changed(growing(false), { legs: [leg(0, 't1'), leg(1, 't2', { spec: { role: 'joining' } }), appended] });
    const shown = viewOf('volume.grow', 'v', { volume: replacing, nodes, reports: [] });
    expect(shown.lines).toEqual(['extend-leg running@t1', 'create-leg running@t2', 'create-leg running@t3']);
  });

  it('waits for an export with a new leg beside an old one, and for no export of an attachment that ends', () => {
    const [first] = client.exports;
    const both = changed(first ?? expect.fail(), { spec: { namespaces: [...(first?.spec.namespaces ?? []), { nsid: 3, legId: 'new' }] } });
    const exporting = (of: AttachmentDocument) =>
      viewOf('volume.grow', 'v', { volume: growing(false), nodes, attachments: [of], reports: [] }).lines.slice(2);
    expect(exporting(changed(client, { exports: [both] }))).toEqual(['export-to-client running@t1', 'use-new-size pending@c1']);
    expect(exporting(changed(client, { spec: { desired: 'detached' }, status: { state: 'detaching' }, exports: [both] }))).toEqual([]);
  });

  it('is done when the volume does not grow any more', () => {
    expect(viewOf('volume.grow', 'v', { volume: volume(), nodes, attachments: [client] })).toMatchObject({ state: 'done' });
  });

  it('is done when every client has the new size', () => {
    const reports = [
      report('t1', 'leg', 'leg-0'),
      report('t3', 'leg', 'new'),
      report('t3', 'export', 'a'),
      report('c1', 'attachment', 'a'),
    ];
    const shown = viewOf('volume.grow', 'v', { volume: growing(true), nodes, attachments: [client], reports });
    expect(shown.state).toBe('done');
    expect(shown.steps).toMatchObject([
      { params: { leg: ref('leg', 'leg-0', '0') }, nodeId: 't1' },
      { params: { leg: ref('leg', 'new', '2') }, nodeId: 't3' },
      { params: { client: ref('node', 'c1') }, nodeId: 't3' },
      { nodeId: 'c1' },
    ]);
  });
});

describe('the view of the removal of obsolete legs', () => {
  const obsolete = (id: string, change: Changes<LegDocument> = {}): ObsoleteLegDocument =>
    obsoleteLeg(leg(0, 't1', { id, ...change, spec: { desired: 'absent', ...change.spec } }), 'loss-accepted');
  const view = (reports: Parts['reports'], obsoleteLegs?: ObsoleteLegDocument[]) =>
    viewOf('volume.discard', 'v', { volume: volume(obsoleteLegs ? { obsoleteLegs } : {}), reports });

  it('has a step for each leg that is to go, and is done with the last one', () => {
    const legs = [
      obsolete('old-1'),
      obsolete('kept', { spec: { desired: 'present' } }),
      obsolete('old-2', { nodeId: 't2', nodeName: 't2' }),
    ];
    const gone = (nodeId: string, id: string) => report(nodeId, 'leg', id, { present: false, wiped: false });
    expect(view([gone('t1', 'old-1')], legs)).toMatchObject({
      state: 'running',
      lines: ['remove-obsolete-leg done@t1', 'remove-obsolete-leg running@t2'],
      steps: [{ params: { leg: ref('leg', 'old-1', '0'), epoch: 1 } }, {}],
    });
    expect(view([gone('t1', 'old-1'), gone('t2', 'old-2')], legs)).toMatchObject({
      state: 'done',
      lines: ['remove-obsolete-leg done@t1', 'remove-obsolete-leg done@t2'],
    });
    expect(view([])).toMatchObject({ state: 'done', steps: [] });
  });
});
