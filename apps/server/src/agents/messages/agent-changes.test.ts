import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { ObjectStatus, Report } from '@weft/shared/messages/report';
import { describe, expect, test } from 'vitest';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import { inventoryChanges } from './inventory-changes.js';
import { assignedStatusIds, statusChanges } from './report-changes.js';

const node = { _id: 'n', name: 'n1' };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const listed = (serial: string, more: Partial<DriveInventory> = {}): DriveInventory => ({
  serial,
  nsid: 1,
  model: 'M',
  firmware: '1',
  wwid: null,
  sizeBytes: 10,
  logicalBlockBytes: 512,
  pciAddress: null,
  numaNode: null,
  contents: [],
  weftDriveId: null,
  inUse: false,
  smart: null,
  ...more,
});

describe('inventoryChanges', () => {
  const stored = inventoryChanges(node, [], [listed('A'), listed('B')], at(0)).insert;

  test('inserts new drives as observed and present, with their node and version 1', () => {
    expect(
      stored.map(({ serial, nodeId, version, spec: { desired }, status: { present } }) => [serial, nodeId, desired, present, version]),
    ).toEqual([
      ['A', 'n', 'observed', true, 1],
      ['B', 'n', 'observed', true, 1],
    ]);
  });

  test('writes nothing for an unchanged inventory', () => {
    expect(inventoryChanges(node, stored, [listed('B'), listed('A')], at(1))).toEqual({ insert: [], update: [] });
  });

  test('updates only drives that are gone, changed or back, with the time of a state change', () => {
    const [a, b] = stored.map((drive) => drive._id);
    expect(inventoryChanges(node, stored, [listed('A', { firmware: '2' })], at(1)).update).toEqual([
      { id: a, status: { present: true, inventory: listed('A', { firmware: '2' }) }, decides: false },
      { id: b, status: { present: false, stateSince: at(1) }, decides: true },
    ]);
    const missing = stored.map((drive) => ({ ...drive, status: { ...drive.status, present: false } }));
    expect(inventoryChanges(node, missing, [listed('A')], at(2)).update).toEqual([
      { id: a, status: { present: true, inventory: listed('A'), stateSince: at(2) }, decides: true },
    ]);
    const written = listed('A', { contents: ['ext4 filesystem'] });
    expect(inventoryChanges(node, stored, [written, listed('B')], at(2)).update).toEqual([
      { id: a, status: { present: true, inventory: written, stateSince: at(2) }, decides: true },
    ]);
  });

  test('keeps the time of the first SMART warning until SMART reports none', () => {
    const smart = (criticalWarning: number) => ({ smart: { criticalWarning, temperatureCelsius: 40 } as DriveInventory['smart'] });
    const after = (drive: (typeof stored)[number], criticalWarning: number, minute: number) => {
      const [update] = inventoryChanges(node, [drive], [listed('A', smart(criticalWarning))], at(minute)).update;
      return { ...drive, status: { ...drive.status, ...update?.status } };
    };
    const [drive] = stored.filter(({ serial }) => serial === 'A');
    if (!drive) throw new Error('no drive A');
    const warned = after(drive, 1, 3);
    expect(warned.status.smartWarningSince).toEqual(at(3));
    expect(after(warned, 5, 4).status.smartWarningSince).toEqual(at(3));
    expect(after(after(warned, 5, 4), 0, 5).status.smartWarningSince).toBeNull();
    expect(inventoryChanges(node, [], [listed('C', smart(2))], at(6)).insert[0]?.status.smartWarningSince).toEqual(at(6));
  });

  test('refuses an inventory with two drives of the same serial and namespace', () => {
    expect(() => inventoryChanges(node, [], [listed('A'), listed('A')], at(0))).toThrow('same serial and namespace');
  });
});

describe('statusChanges', () => {
  const leg = (id: string, state: ObjectStatus['state'] = 'done'): ObjectStatus => ({
    kind: 'leg',
    id,
    generation: 1,
    state,
    reason: null,
    observed: { present: true, wiped: true, open: false, sizeBytes: 1, backed: true },
  });
  const report = (objects: ObjectStatus[], full = false): Report => ({ bootId: 'boot', generation: 1, full, objects, orphans: null });
  const assigned = assignedStatusIds('n', {
    drives: [{ driveId: 'd' }],
    legs: [{ legId: 'a' }, { legId: 'b' }],
    exports: [{ attachmentId: 'x' }],
    attachments: [{ attachmentId: 'x' }],
  } as AssignmentContent);
  const now = new Date(0);
  const stored = new Map(
    statusChanges('n', report([leg('a'), leg('b')]), assigned, new Map(), now).upsert.map((each) => [
      each._id,
      { ...each, version: 1 } satisfies ObjectStatusDocument,
    ]),
  );

  test('identifies assigned objects by node, kind and id', () => {
    expect([...assigned]).toEqual(['n/drive/d', 'n/leg/a', 'n/leg/b', 'n/export/x', 'n/attachment/x']);
  });

  test('writes only changed statuses, and removes none after a partial report', () => {
    const changes = statusChanges('n', report([leg('a', 'failed'), leg('b')]), assigned, stored, now);
    expect(changes.upsert.map(({ _id, status }) => [_id, status.state])).toEqual([['n/leg/a', 'failed']]);
    expect(changes.removeIds).toEqual([]);
  });

  test('writes unchanged statuses again under a new boot id (S12)', () => {
    expect(statusChanges('n', { ...report([leg('a')]), bootId: 'next' }, assigned, stored, now).upsert.map(({ bootId }) => bootId)).toEqual(
      ['next'],
    );
  });

  test('keeps the time each path left live until it is live again, and invents none', () => {
    const path = (storageNetwork: string, controllerState: string | null) => ({
      legId: 'l',
      storageNetwork,
      address: '10.0.0.1',
      controllerState,
    });
    const said = (left: string | null, right: string | null) =>
      ({
        kind: 'attachment',
        id: 'x',
        generation: 1,
        state: 'done',
        reason: null,
        observed: { paths: [path('left', left), path('right', right)] },
      }) as ObjectStatus;
    const known = new Map<string, ObjectStatusDocument>();
    const after = (status: ObjectStatus, minute: number) => {
      for (const each of statusChanges('n', report([status]), assigned, known, at(minute)).upsert)
        known.set(each._id, { ...each, version: 1 });
      return known.get('n/attachment/x')?.notLiveSince?.map((each) => [each.path, each.since.getUTCMinutes()]);
    };
    expect(after(said('live', 'connecting'), 1)).toEqual([['l right 10.0.0.1', 1]]);
    expect(after(said('connecting', null), 2)).toEqual([
      ['l left 10.0.0.1', 2],
      ['l right 10.0.0.1', 1],
    ]);
    expect(after(said('live', 'live'), 3)).toEqual([]);
    expect(after(said('live', 'connecting'), 4)).toEqual([['l right 10.0.0.1', 4]]);
    // Stored by a server version that did not keep the time.
    known.set('n/attachment/x', { ...(known.get('n/attachment/x') as ObjectStatusDocument), notLiveSince: [] });
    expect(after(said('connecting', 'connecting'), 5)).toEqual([['l left 10.0.0.1', 5]]);
  });

  describe('time of the first report without the object', () => {
    const status = (kind: ObjectStatus['kind'], observed: object, change: Partial<ObjectStatus> = {}) =>
      ({
        ...leg('a'),
        kind,
        id: kind === 'drive' ? 'd' : kind === 'leg' ? 'a' : 'x',
        observed: { paths: [], ...observed },
        ...change,
      }) as ObjectStatus;
    const history = () => {
      const known = new Map<string, ObjectStatusDocument>();
      const after = (said: ObjectStatus, minute: number, bootId = 'boot') => {
        for (const each of statusChanges('n', { ...report([said]), bootId }, assigned, known, at(minute)).upsert)
          known.set(each._id, { ...each, version: 1 });
        return known.get(`n/${said.kind}/${said.id}`)?.absentSince?.getUTCMinutes() ?? null;
      };
      return { known, after };
    };

    test.each(['leg', 'export', 'attachment'] as const)('stays that of the first one whatever else a %s reports', (kind) => {
      const { after } = history();
      const [there, gone] = [{ present: true }, { present: false }];
      expect(after(status(kind, there), 1)).toBeNull();
      expect(after(status(kind, gone, { state: 'working' }), 2)).toBe(2);
      expect(after(status(kind, gone, { state: 'failed', reason: { code: 'failed', message: 'lvs failed' } }), 3)).toBe(2);
      expect(after(status(kind, gone, { generation: 2 }), 4, 'boot-2')).toBe(2);
      expect(after(status(kind, there), 5)).toBeNull();
      expect(after(status(kind, gone), 6)).toBe(6);
    });

    test('is that of a drive without its volume group, not of a missing drive', () => {
      const { after } = history();
      expect(after(status('drive', { present: false, volumeGroup: false }), 1)).toBeNull();
      expect(after(status('drive', { present: true, volumeGroup: false }), 2)).toBe(2);
      expect(after(status('drive', { present: true, volumeGroup: false }, { state: 'failed' }), 3)).toBe(2);
      expect(after(status('drive', { present: true, volumeGroup: true }), 4)).toBeNull();
    });

    test('neither begins nor ends while the host cannot be read', () => {
      const { after } = history();
      const unread = { reason: { code: 'host-unreadable', message: 'lvs hangs' } };
      expect(after(status('leg', { present: false }, unread), 1)).toBeNull();
      expect(after(status('leg', { present: false }), 2)).toBe(2);
      expect(after(status('leg', { present: true }, unread), 3)).toBe(2);
      expect(after(status('leg', { present: false }), 4)).toBe(2);
    });

    test('is not invented for a status that an earlier server stored', () => {
      const { known, after } = history();
      after(status('leg', { present: false }), 1);
      const { absentSince: _, ...older } = known.get('n/leg/a') as ObjectStatusDocument;
      known.set('n/leg/a', older);
      expect(after(status('leg', { present: false }, { state: 'failed' }), 2)).toBeNull();
    });
  });

  test('removes statuses that a full report does not list', () => {
    expect(statusChanges('n', report([leg('b')], true), assigned, stored, now)).toMatchObject({ upsert: [], removeIds: ['n/leg/a'] });
  });

  test('ignores and counts objects that are not assigned to the node', () => {
    expect(statusChanges('n', report([leg('foreign')]), assigned, stored, now)).toEqual({ upsert: [], removeIds: [], ignored: 1 });
  });
});
