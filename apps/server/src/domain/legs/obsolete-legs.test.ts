import { describe, expect, it } from 'vitest';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, obsolete, report, volume, world } from '../world/worlds.fixture.js';
import { advanceObsoleteLegs, startedEpoch } from './obsolete-legs.js';

/** Leg 1 on t2, of an epoch that attachment `a` has left. */
const old = (change: Changes<ObsoleteLegDocument> = {}): ObsoleteLegDocument =>
  changed(obsolete(leg(1, 't2', { id: 'old', spec: { epoch: 0 } }), 'fence-pending'), {
    ...change,
    status: { fencedFrom: 'a', ...change.status },
  });
/** The attachment after the order to stop exporting to it, or as this export of t2 says. */
const left = (change: Changes<ExportDocument> = {}): AttachmentDocument => {
  const former = attachment();
  const exports = former.exports.map((each) =>
    each.nodeId === 't2' ? changed({ ...each, spec: { ...each.spec, desired: 'absent' as const } }, change) : each,
  );
  return { ...former, exports };
};
const NAMESPACE = { legId: 'old', enabled: true };
const exportReport = (namespaces: { legId: string; enabled: boolean }[], change: Parameters<typeof report>[4] = {}) =>
  report(
    't2',
    'export',
    'a',
    { present: namespaces.length > 0, namespaces: namespaces.map((each, at) => ({ nsid: at + 1, ...each })) },
    change,
  );

const next = (
  legs: ObsoleteLegDocument[] | undefined,
  reports: Parameters<typeof world>[0] = {},
  change: Changes<VolumeDocument> = {},
): ObsoleteLegDocument[] | null =>
  advanceObsoleteLegs(world({ attachments: [left()], ...reports, volume: volume({ ...(legs ? { obsoleteLegs: legs } : {}), ...change }) }));

describe('advanceObsoleteLegs', () => {
  it('changes nothing on a volume without legs of older epochs', () => {
    expect([next(undefined), next([])]).toEqual([null, null]);
  });

  it('orders the removal of a leg once its target confirms that it no longer exports it (S4)', () => {
    expect(next([old()], { reports: [exportReport([])] })).toEqual([
      old({ spec: { desired: 'absent' }, status: { fencedFrom: null, state: 'deleting' } }),
    ]);
  });

  it('keeps a leg with an accepted loss after that confirmation, for an administrator', () => {
    expect(next([old({ spec: { why: 'loss-accepted' } })], { reports: [exportReport([])] })).toEqual([
      old({ spec: { why: 'loss-accepted' }, status: { fencedFrom: null } }),
    ]);
  });

  it.each([
    ['has not reported', []],
    ['reported before the order', [exportReport([], { generation: 4 })]],
    ['reported before its reboot', [exportReport([], { bootId: 'boot-0' })]],
    ['is still stopping the export', [exportReport([], { state: 'working' })]],
    ['still exports it', [exportReport([NAMESPACE])]],
    ['still exports it beside another leg', [exportReport([{ legId: 'leg-1', enabled: false }, NAMESPACE])]],
  ])('keeps a leg while its target %s (S12)', (_, reports) => {
    expect(next([old()], { reports })).toBeNull();
  });

  it('keeps a leg while its target is still ordered to export it, whatever that target reports', () => {
    const ordered = left({ spec: { desired: 'exported', namespaces: [{ nsid: 1, legId: 'old' }] } });
    expect(next([old()], { attachments: [ordered], reports: [exportReport([])] })).toBeNull();
    const gone = left({ spec: { desired: 'exported', namespaces: [{ nsid: 1, legId: 'old' }] }, status: { gone: true } });
    expect(next([old()], { attachments: [gone] })).toBeNull();
    const both = left({
      spec: {
        desired: 'exported',
        namespaces: [
          { nsid: 1, legId: 'old' },
          { nsid: 2, legId: 'leg-1' },
        ],
      },
    });
    expect(next([old()], { attachments: [both], reports: [exportReport([])] })).toBeNull();
  });

  it('removes a leg that its target no longer exports while it still exports another one', () => {
    const ordered = left({ spec: { desired: 'exported', namespaces: [{ nsid: 2, legId: 'leg-1' }] } });
    const others = exportReport([
      { legId: 'leg-1', enabled: true },
      { ...NAMESPACE, enabled: false },
    ]);
    expect(next([old()], { attachments: [ordered], reports: [others] })).toMatchObject([
      { spec: { desired: 'absent' }, status: { fencedFrom: null } },
    ]);
    expect(next([old()], { attachments: [ordered] })).toBeNull();
  });

  it('needs no report when the attachment, its export, or every trace of that export is gone', () => {
    const removed = [{ spec: { desired: 'absent' }, status: { fencedFrom: null, state: 'deleting' } }];
    expect(next([old()], { attachments: [] })).toMatchObject(removed);
    expect(next([old()], { attachments: [attachment({ _id: 'other', exports: left().exports })] })).toMatchObject(removed);
    expect(next([old()], { attachments: [attachment({ exports: left().exports.slice(0, 1) })] })).toMatchObject(removed);
    expect(next([old()], { attachments: [left({ status: { gone: true } })] })).toMatchObject(removed);
  });

  it('leaves a leg without a fence as it is', () => {
    expect(next([old({ spec: { why: 'loss-accepted' }, status: { fencedFrom: null } })], { reports: [exportReport([])] })).toBeNull();
  });

  it('drops only the leg that its node reports gone after the order', () => {
    const removing = old({ spec: { desired: 'absent' }, status: { fencedFrom: null, state: 'deleting' } });
    const other = old({ id: 'other', spec: { why: 'loss-accepted' }, status: { fencedFrom: null } });
    const gone = { reports: [report('t2', 'leg', 'old', { present: false })] };
    expect(next([other, removing], gone)).toEqual([other]);
    expect(next([removing], gone)).toEqual([]);
    expect(next([removing])).toBeNull();
    expect(next([{ ...removing, spec: { ...removing.spec, desired: 'present' } }], gone)).toBeNull();
  });

  it('changes only the leg whose fence is confirmed', () => {
    const waiting = old({ id: 'other', nodeId: 't1', nodeName: 't1', status: { fencedFrom: 'a' } });
    expect(next([waiting, old()], { reports: [exportReport([])] })).toEqual([
      waiting,
      old({ spec: { desired: 'absent' }, status: { fencedFrom: null, state: 'deleting' } }),
    ]);
  });

  it('drops no leg of a volume that is being deleted, whose end needs all of them', () => {
    const gone = { reports: [report('t2', 'leg', 'old', { present: false })] };
    expect(next([old({ spec: { desired: 'absent' }, status: { fencedFrom: null } })], gone, { status: { state: 'deleting' } })).toBeNull();
  });
});

describe('startedEpoch', () => {
  const array = { spec: { uuid: 'new', dataOffsetBytes: 1 }, status: { created: true, previousUuid: 'u' } };
  const running = (uuid: string) => ({
    ...{ uuid, degraded: 0, members: [], state: 'clean', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null },
  });
  const started = (
    observed: Parameters<typeof report<'attachment'>>[3],
    attachments = [attachment({ spec: { epoch: 2 } })],
    change: Parameters<typeof report>[4] = {},
  ) =>
    startedEpoch(
      world({ volume: volume({ array, spec: { epoch: 2 } }), attachments, reports: [report('c1', 'attachment', 'a', observed, change)] }),
    );

  it('ends the previous UUID when a client of this epoch runs the array under the new one', () => {
    expect(started({ array: running('new') })).toEqual({ ...array, status: { created: true, previousUuid: null } });
    const earlier = attachment({ _id: 'b', spec: { epoch: 1 } });
    expect(started({ array: running('new') }, [earlier, attachment({ spec: { epoch: 2 } })])).toMatchObject({
      status: { previousUuid: null },
    });
  });

  it.each([
    ['no array', { array: null }],
    ['the array under its previous UUID', { array: running('u') }],
    ['an array that is not complete', { array: running('new'), arrayCreated: false }],
  ])('keeps the previous UUID while the client reports %s', (_, observed) => {
    expect(started(observed)).toBe(array);
  });

  it('keeps it for a client of an older epoch, a fenced client, or a report that does not count', () => {
    expect(started({ array: running('new') }, [attachment({ spec: { epoch: 1 } })])).toBe(array);
    expect(started({ array: running('new') }, [attachment({ spec: { epoch: 2 }, status: { fenced: true } })])).toBe(array);
    expect(started({ array: running('new') }, [attachment({ spec: { epoch: 2 } })], { bootId: 'boot-0' })).toBe(array);
    expect(started({ array: running('new') }, [])).toBe(array);
  });

  it('returns the array unchanged when it has no previous UUID, and null without an array', () => {
    const plain = { spec: { uuid: 'new', dataOffsetBytes: 1 }, status: { created: true } };
    expect(startedEpoch(world({ volume: volume({ array: plain }), attachments: [attachment()] }))).toBe(plain);
    expect(startedEpoch(world({ volume: volume({ array: null }) }))).toBeNull();
  });
});
