import { describe, expect, it } from 'vitest';
import { type AttachmentDocument, type ExportDocument, inSyncKnown } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { attachment, NOW, node, report, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';
import { dueFences, lastTurnEnds, notedByNow } from './fence-turns.js';
import { fencesOrdered } from './revoke.js';

const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const silentSince = (since: Date) => node('c1', { status: { connection: { state: 'lost', since, serverId: null } } });
const silent = [node('t1'), node('t2'), silentSince(at(-60))];
const heard = [node('t1'), node('t2'), node('c1')];
type Revoked = NonNullable<AttachmentDocument['spec']['revoked']>;

const revoking = (revoked: Partial<Revoked> = {}, change: Changes<AttachmentDocument> = {}) =>
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
const fencing = (...exports: Changes<ExportDocument>[]) => {
  const found = revoking({}, { status: { fences: {} } });
  return { ...found, exports: found.exports.map((each, at) => changed(each, exports[at] ?? {})) };
};
const names = (exports: AttachmentDocument['exports']) => exports.map(({ nodeName }) => nodeName);
const next = (of: AttachmentDocument, parts: Parameters<typeof world>[0] = {}) =>
  advance(world({ nodes: silent, attachments: [of], ...parts })).attachments[0];
const message = (of: AttachmentDocument | undefined) => of?.status.conditions.find(({ type }) => type === 'Fenced')?.message;

describe('dueFences', () => {
  const due = (of: AttachmentDocument, parts: Parameters<typeof world>[0] = {}) =>
    names(dueFences(world({ nodes: silent, attachments: [of], ...parts }), of));

  it('orders none without a forced move, or while the client is to release the volume first', () => {
    expect([due(attachment()), due(revoking())]).toEqual([[], []]);
  });

  it('orders the fence of a left-out target at once, and treats the target as fenced (S13)', () => {
    expect(due(fencing({}, { spec: { leftOut: true } }))).toEqual(['t2', 't1']);
    const waiting = { ...fencing({ spec: { leftOut: true } }, { spec: { desired: 'absent' } }) };
    expect(due(waiting)).toEqual(['t1']);
  });

  it('orders the fence of the leg that is not the reported anchor of the client first', () => {
    const paths = [{ legId: 'leg-0', storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' }];
    const dueWithAnchor = (anchor: string) => {
      const legs = ['leg-0', 'leg-1'].map((legId) => ({ legId, anchor: legId === anchor, reason: null }));
      return due(fencing(), { reports: [report('c1', 'attachment', 'a', { legs, paths })] });
    };
    expect([dueWithAnchor('leg-0'), dueWithAnchor('leg-1')]).toEqual([['t2'], ['t1']]);
  });

  it('lastTurnEnds returns no time while one of several fences is awaited', () => {
    const [first, second] = fencing().exports;
    if (!first || !second) throw new Error('the example has two exports');
    const exports = [
      first,
      { ...second, spec: { ...second.spec, desired: 'absent' as const } },
      { ...second, spec: { ...second.spec, desired: 'absent' as const }, status: { ...second.status, gone: true } },
    ];
    const status = { ...fencing().status, fences: { lastFencedAt: NOW } };
    expect(lastTurnEnds({ ...fencing(), exports, status })).toBeNull();
    expect(lastTurnEnds({ ...fencing(), exports: [first, ...exports.slice(2)], status })).toEqual(at(14));
  });

  it('notedByNow returns an attachment without a recorded fence time unchanged', () => {
    const detached = attachment();
    expect(notedByNow(world(), detached)).toBe(detached);
  });
});

describe('advance: a client that is to release the volume first', () => {
  it('waits until 20 s after the order or the loss of the link, whichever is first', () => {
    const ends = (orderedAt: Date, since: Date) => {
      const nodes = [node('t1'), node('t2'), silentSince(since)];
      return advance(world({ nodes, attachments: [revoking({ at: orderedAt })] })).lookAgainAt;
    };
    expect(ends(at(-10), NOW)).toEqual(at(10));
    expect(ends(NOW, at(-5))).toEqual(at(15));
  });

  it('does not wait for a client whose node is removed', () => {
    expect(next(revoking(), { nodes: [node('t1'), node('t2')] })?.status.fences).toEqual({ inSyncKnown: false, notWaitedForAt: NOW });
  });

  it('waits while the order is at most 20 s in the future, the allowed clock difference', () => {
    expect(next(revoking({ at: at(20) }), { nodes: heard })?.status.fences).toBeUndefined();
    expect(next(revoking({ at: at(21) }), { nodes: heard })?.status.fences).toBeDefined();
  });

  it('keeps the legs in sync known after the release only if they were known before (S11)', () => {
    const reports = [report('c1', 'attachment', 'a', { present: false, available: false })];
    const known = (before: Partial<Revoked>, nodes = heard, said = reports) => {
      const after = next(revoking(before), { nodes, reports: said });
      return after && inSyncKnown(after);
    };
    expect([known({}), known({ inSyncKnown: false }), known({ inSyncKnown: true })]).toEqual([false, false, true]);
    expect(known({ inSyncKnown: true }, silent, [])).toBe(false);
    // A clean detach released the volume before: no wait.
    expect(known({ inSyncKnown: true, released: true }, silent, [])).toBe(true);
  });
});

it('fencesOrdered orders every fence at once, of a forced move and of a withdrawal', () => {
  expect(fencesOrdered(revoking())).toMatchObject({
    exports: [{ spec: { desired: 'absent' } }, { spec: { desired: 'absent' } }],
    status: { fences: {} },
  });
  expect(fencesOrdered(attachment()).exports.map(({ spec: { desired } }) => desired)).toEqual(['absent', 'absent']);
  expect('fences' in fencesOrdered(attachment()).status).toBe(false);
});

it('advance leaves a withdrawal unchanged while its targets have not reported', () => {
  const exports = attachment().exports.map((each) => ({ ...each, spec: { ...each.spec, desired: 'absent' as const } }));
  const withdrawn = attachment({ exports, spec: { desired: 'detached' }, status: { state: 'unexporting' } });
  expect(next(withdrawn)).toBe(withdrawn);
});

describe('advance: progress of fences', () => {
  it('names the awaited fences, the later fences and a client that has not reported', () => {
    const first = next(revoking());
    expect(message(first)).toBe('waiting for the fence of t2; the fence of t1 follows; c1 has not reported its removal');
    expect(
      message(
        next(fencing({ spec: { desired: 'absent' }, status: { gone: true } }, { spec: { desired: 'absent' }, status: { gone: true } })),
      ),
    ).toBe('c1 has not reported its removal');
    const left = next(fencing({ spec: { desired: 'absent', leftOut: true } }, { spec: { desired: 'absent' }, status: { gone: true } }));
    expect(message(left)).toBe('fence pending at t1, with its legs excluded; c1 has not reported its removal');
  });

  it('removes a withdrawn attachment once every target has confirmed, left out or not', () => {
    const exports = (gone: boolean) =>
      attachment().exports.map((each, at) => ({
        ...each,
        spec: { ...each.spec, desired: 'absent' as const, ...(at === 0 ? { leftOut: true } : {}) },
        status: { ...each.status, ...(at === 0 ? { gone } : { gone: true }) },
      }));
    const withdrawn = (gone: boolean) =>
      attachment({ exports: exports(gone), spec: { desired: 'detached' }, status: { state: 'unexporting' } });
    expect(next(withdrawn(true))).toBeUndefined();
    expect(next(withdrawn(false))).toMatchObject({ status: { fenced: true, state: 'revoked' } });
    const forced = {
      ...withdrawn(true),
      spec: { ...withdrawn(true).spec, revoked: { ...revoking().spec.revoked, released: true } as Revoked },
    };
    expect(next(forced)).toBeUndefined();
  });
});
