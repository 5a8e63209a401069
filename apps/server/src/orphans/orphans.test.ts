import { randomUUID } from 'node:crypto';
import { lvName, vgName } from '@weft/shared/identity';
import type { Orphan } from '@weft/shared/messages/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbsent, type ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import { type Changes, changed } from '../domain/documents/parts.js';
import type { LegDocument } from '../domain/documents/volume.document.js';
import { attachment, leg, NOW, node, obsolete, report, volume } from '../domain/world/worlds.fixture.js';
import type { OrphanDrive, OrphanNode, OrphanWorld } from './orphan-world.js';
import { orphansByNode, orphansOf, orphansOfHosts } from './orphans.js';
import { UNKNOWN_VOLUMES } from './possible-volumes.js';

const [LEG0, LEG1, STRAY] = [randomUUID(), randomUUID(), randomUUID()];
const SINCE = new Date('2025-12-31T12:00:00Z');
const sound = (index: number, at: string, change: Changes<LegDocument> = {}): LegDocument =>
  changed(leg(index, at, { id: index === 0 ? LEG0 : LEG1, status: { health: 'healthy' } }), change);
const mirror = (change: Parameters<typeof volume>[0] = {}) =>
  volume({ _id: 'v', legs: [sound(0, 't1'), sound(1, 't2')], ...change, status: { health: 'healthy', ...change.status } });
const at = (name: string, orphans: Orphan[] = [], status: Partial<OrphanNode['status']> = {}): OrphanNode => {
  const { status: own, ...rest } = node(name);
  const stored = orphans.map((orphan) => ({ ...orphan, since: SINCE }));
  return { ...rest, status: { ...own, orphans: stored, ...status } };
};
const drive = (
  name: string,
  change: { desired?: 'observed' | 'in-service'; present?: boolean; weftDriveId?: string | null } = {},
): OrphanDrive => ({
  _id: `drive-${name}`,
  ...{ nodeId: name, nodeName: name, serial: `S-${name}` },
  spec: { desired: change.desired ?? 'in-service', wipe: null },
  status: {
    ...{ present: change.present ?? true, inService: (change.desired ?? 'in-service') === 'in-service', stateSince: SINCE },
    inventory: { sizeBytes: 2 ** 40, weftDriveId: change.weftDriveId ?? null },
  },
});
const DB = { which: 'one', references: [{ id: 'v', name: 'db' }] };
/** Statuses that changed just now, of objects that are absent for longer than the grace period. */
const settled = (...of: Parameters<typeof report>): ObjectStatusDocument => {
  const document = report(...of);
  return { ...document, absentSince: isAbsent(document.status) ? SINCE : null };
};
const world = (change: Partial<OrphanWorld> = {}): OrphanWorld => ({
  nodes: ['t1', 't2', 'c1'].map((name) => at(name)),
  drives: [drive('t1'), drive('t2')],
  volumes: [mirror()],
  attachments: [attachment()],
  statuses: [
    ...[settled('t1', 'drive', 'drive-t1'), settled('t2', 'drive', 'drive-t2')],
    ...[settled('t1', 'leg', LEG0), settled('t2', 'leg', LEG1), settled('c1', 'attachment', 'a')],
  ],
  now: NOW,
  ...change,
});
const lv = (legId: string, more: Partial<Orphan> = {}): Orphan => ({
  ...{ kind: 'logical-volume', name: `${vgName(randomUUID())}/${lvName(legId)}`, detail: '64 bytes', identity: 'LVM-1' },
  ...{ sizeBytes: 64, inUse: false, mayHoldData: true },
  ...more,
});
const onHost = (orphan: Orphan, change: Partial<OrphanWorld> = {}) =>
  orphansOf(world({ nodes: [at('t1', [orphan]), at('t2'), at('c1')], ...change }))[0];

describe('orphansOf', () => {
  it('finds nothing in a healthy world', () => {
    expect(orphansOf(world())).toEqual([]);
  });

  it('invents nothing while reports are absent, old, of another boot or history, unread or in progress', () => {
    const doubt = {
      bootId: fc.constantFrom('boot-1', 'boot-0'),
      state: fc.constantFrom('done' as const, 'waiting' as const, 'working' as const, 'failed' as const),
      generation: fc.constantFrom(4, 5, 6),
      unread: fc.boolean(),
      recent: fc.boolean(),
      online: fc.boolean(),
      doubted: fc.boolean(),
      present: fc.boolean(),
      stored: fc.boolean(),
    };
    fc.assert(
      fc.property(fc.record(doubt), ({ bootId, state, generation, unread, recent, online, doubted, present, stored }) => {
        const reason = unread ? { code: 'host-unreadable', message: 'lvs hangs' } : null;
        const of = (id: string, kind: 'leg' | 'attachment', objectId: string): ObjectStatusDocument => ({
          ...report(id, kind, objectId, { present }, { bootId, state, generation, reason }),
          absentSince: recent ? NOW : SINCE,
        });
        const status = {
          connection: { state: online ? ('online' as const) : ('lost' as const), since: NOW, serverId: null },
          historyDoubt: doubted ? ({ id: 'd' } as never) : null,
        };
        const found = orphansOf(
          world({
            nodes: [at('t1', [], status), at('t2'), at('c1', [], status)],
            statuses: stored ? [of('t1', 'leg', LEG0), of('c1', 'attachment', 'a')] : [],
          }),
        );
        const isCertain =
          stored && !present && bootId === 'boot-1' && state !== 'working' && generation >= 5 && !unread && !recent && online && !doubted;
        expect(found.map(({ kind }) => kind)).toEqual(isCertain ? ['leg', 'attachment'] : []);
      }),
      { numRuns: 600 },
    );
  });

  describe('of objects on hosts', () => {
    it.each([
      ['subsystem', { attachmentId: 'a' }],
      ['port', { attachmentId: 'a' }],
      ['controller', { attachmentId: 'a' }],
      ['array', { attachmentId: 'a' }],
      ['mapping', { volumeId: 'v' }],
    ] as const)('lists a %s with its volume; it holds no bytes', (kind, of) => {
      expect(onHost({ kind, name: 'x', detail: 'd', identity: 'i', ...of })).toMatchObject({
        ...{ kind, side: 'host', node: { name: 't1' }, name: 'x', detail: 'd', since: SINCE.toISOString(), sizeBytes: null },
        ...{ volume: DB, mayHoldOnlyCopy: 'no', copy: { code: 'copy-no-data' } },
        ...{ what: { code: `orphan-${kind}` }, remedy: { code: kind === 'port' ? 'remove-orphan-subsystem' : 'remove-orphan' } },
      });
    });

    it('lists an LV of an unknown leg without a volume, and does not know whether its bytes are elsewhere', () => {
      expect(onHost(lv(STRAY))).toMatchObject({
        ...{ kind: 'logical-volume', sizeBytes: 64, inUse: false, volume: UNKNOWN_VOLUMES, mayHoldOnlyCopy: 'unknown' },
        remedy: { code: 'copy-orphan-first' },
      });
    });

    it('names a volume that this database does not know by its id', () => {
      const volumeId = randomUUID();
      expect(onHost(lv(STRAY, { volumeId }))).toMatchObject({
        volume: { which: 'one', references: [{ id: volumeId, name: null }] },
        mayHoldOnlyCopy: 'unknown',
      });
    });

    it('knows that a stray LV is no only copy while every leg of its volume is sound', () => {
      expect(onHost(lv(STRAY, { volumeId: 'v' }))).toMatchObject({
        ...{ volume: DB, mayHoldOnlyCopy: 'no', copy: { code: 'copy-elsewhere' } },
      });
    });

    it.each([
      ['a leg is not healthy', mirror({ legs: [sound(0, 't1', { status: { health: 'unhealthy' } }), sound(1, 't2')] })],
      ['a leg is not in sync', mirror({ legs: [sound(0, 't1', { status: { inSync: false } }), sound(1, 't2')] })],
      ['a leg is being removed', mirror({ legs: [sound(0, 't1', { spec: { desired: 'absent' } }), sound(1, 't2')] })],
      ['a leg is being made', mirror({ legs: [sound(0, 't1', { status: { state: 'creating' } }), sound(1, 't2')] })],
      ['a loss was accepted', mirror({ spec: { ...mirror().spec, epoch: 2 } })],
      ['a leg of an older epoch is kept', mirror({ obsoleteLegs: [obsolete(sound(0, 't1', { id: randomUUID() }), 'replaced')] })],
      ['it is deleted', mirror({ status: { state: 'deleting' } })],
      ['it has no legs', mirror({ legs: [] })],
    ])('counts a stray LV as a possible only copy when, of its volume, %s', (_, of) => {
      expect(onHost(lv(STRAY, { volumeId: 'v' }), { volumes: [of] })).toMatchObject({
        mayHoldOnlyCopy: 'yes',
        copy: { code: 'copy-only' },
      });
    });

    it('does not know it of a stray LV while the node of a leg of its volume does not report', () => {
      const of = mirror({ legs: [sound(0, 't1', { status: { health: 'unknown' } }), sound(1, 't2')] });
      expect(onHost(lv(STRAY, { volumeId: 'v' }), { volumes: [of] })).toMatchObject({
        ...{ mayHoldOnlyCopy: 'unknown', copy: { code: 'copy-health-unknown' } },
        remedy: { code: 'copy-orphan-first' },
      });
    });

    it('trusts only the mirror partner for an LV with the id of a leg of the database', () => {
      const partner = (of: ReturnType<typeof mirror>) => onHost(lv(LEG0), { volumes: [of] });
      expect(partner(mirror())).toMatchObject({ volume: DB, mayHoldOnlyCopy: 'no' });
      expect(partner(mirror({ legs: [sound(0, 't1'), sound(1, 't2', { status: { inSync: false } })] }))?.mayHoldOnlyCopy).toBe('yes');
      expect(partner(mirror({ legs: [sound(0, 't1'), sound(1, 't2', { status: { health: 'unknown' } })] }))?.mayHoldOnlyCopy).toBe(
        'unknown',
      );
      expect(partner(mirror({ spec: { ...mirror().spec, protection: 'raid0' } }))?.mayHoldOnlyCopy).toBe('yes');
      const three = [sound(0, 't1'), sound(1, 't2', { status: { inSync: false } }), sound(2, 't3')];
      expect(partner(mirror({ spec: { ...mirror().spec, copies: 3 }, legs: three }))?.mayHoldOnlyCopy).toBe('no');
      const older = mirror({ legs: [sound(1, 't2')], obsoleteLegs: [obsolete(sound(0, 't1'), 'loss-accepted')] });
      expect(partner(older)).toMatchObject({ volume: DB, mayHoldOnlyCopy: 'yes' });
    });

    it('does not know whose bytes a volume group holds unless the agent reports it empty', () => {
      const group: Orphan = { kind: 'volume-group', name: vgName(randomUUID()), detail: 'on /dev/nvme0n1' };
      expect(onHost(group)).toMatchObject({ volume: UNKNOWN_VOLUMES, mayHoldOnlyCopy: 'unknown' });
      expect(onHost({ ...group, mayHoldData: false })).toMatchObject({ volume: { which: 'none', references: [] }, mayHoldOnlyCopy: 'no' });
    });

    it('gives a later object of the same name another id, and the same object the same id', () => {
      expect(onHost(lv(STRAY, { name: 'a/b' }))?.id).toBe(onHost(lv(STRAY, { name: 'a/b' }))?.id);
      expect(onHost(lv(STRAY, { name: 'a/b' }))?.id).not.toBe(onHost(lv(STRAY, { name: 'a/b', identity: 'LVM-2' }))?.id);
      const mapping: Orphan = { kind: 'mapping', name: 'weft-v', detail: '', identity: 'WEFT-weft-v' };
      const restarted = onHost(mapping, { nodes: [at('t1', [mapping], { bootId: 'boot-2' })] });
      expect(restarted?.id).not.toBe(onHost(mapping)?.id);
    });
  });

  it('counts by node what the list has of hosts, with the time of the oldest one, from nodes and drives alone', () => {
    const group: Orphan = { kind: 'volume-group', name: vgName(STRAY), detail: '' };
    const mapping: Orphan = { kind: 'mapping', name: 'weft-x', detail: '' };
    const foreign = [
      { ...drive('t1', { desired: 'observed', weftDriveId: STRAY }), _id: 'new' },
      { ...drive('t2', { desired: 'observed', weftDriveId: STRAY }), _id: 'other' },
    ];
    const nodes = [at('t1', [group, mapping]), at('t2', [], { orphans: [{ ...mapping, since: NOW }] }), at('c1')];
    const statuses = [settled('t1', 'leg', LEG0, { present: false })];
    const found = world({ nodes, drives: [...world().drives, ...foreign], statuses });
    expect(orphansOf(found).filter(({ side }) => side === 'database')).toHaveLength(1);
    const expected = [
      ['t1', { count: 2, ignored: 0, since: SINCE.toISOString() }],
      ['t2', { count: 2, ignored: 0, since: SINCE.toISOString() }],
    ];
    expect([...orphansByNode(orphansOf(found))].sort()).toEqual(expected);
    const alone = { ...world({ nodes, drives: foreign }), volumes: [], attachments: [], statuses: [] };
    expect([...orphansByNode(orphansOfHosts(alone))].sort()).toEqual(expected);
  });

  it('leaves ignored ones out of the count and the time of a node, and says how many they are', () => {
    const [first, second] = orphansOf(world({ nodes: [at('t1', [lv(STRAY), lv(STRAY, { identity: 'LVM-2' })]), at('t2'), at('c1')] }));
    if (!first || !second) throw new Error('no orphans');
    const ignored = { version: 1, reason: 'r', by: 'vera', at: SINCE.toISOString() };
    const of = [{ ...first, ignored, since: '2020-01-01T00:00:00.000Z' }, second];
    expect(orphansByNode(of).get('t1')).toEqual({ count: 1, ignored: 1, since: SINCE.toISOString() });
    expect(orphansByNode([{ ...first, ignored }]).get('t1')).toEqual({ count: 0, ignored: 1, since: null });
  });

  it('knows an object without a reported identity only by its name', () => {
    const mapping: Orphan = { kind: 'mapping', name: 'weft-x', detail: '' };
    expect(onHost(mapping)).toMatchObject({ identified: false, ignored: null });
    expect(onHost({ ...mapping, identity: 'WEFT-weft-x' })).toMatchObject({ identified: true });
  });

  describe('of drives with the volume group of another', () => {
    const weftDriveId = randomUUID();
    const foreign = { ...drive('t1', { desired: 'observed', weftDriveId }), _id: 'new' };

    it('lists a drive of another cluster once, not also its volume group', () => {
      const group: Orphan = { kind: 'volume-group', name: vgName(weftDriveId), detail: '' };
      const found = orphansOf(world({ nodes: [at('t1', [group]), at('t2'), at('c1')], drives: [foreign] }));
      expect(found).toMatchObject([
        {
          ...{ kind: 'foreign-drive', side: 'host', name: 'S-t1', sizeBytes: 2 ** 40, volume: UNKNOWN_VOLUMES, mayHoldOnlyCopy: 'unknown' },
          ...{ what: { code: 'orphan-drive-of-other-cluster' }, remedy: { code: 'wipe-foreign-drive' } },
        },
      ]);
    });

    it('names the former place of a drive that was moved, and its volume', () => {
      const moved = { ...foreign, status: { ...foreign.status, inventory: { sizeBytes: 1, weftDriveId: 'drive-t2' } } };
      expect(orphansOf(world({ drives: [moved, drive('t2')] }))).toMatchObject([
        {
          kind: 'foreign-drive',
          ...{ volume: DB, mayHoldOnlyCopy: 'unknown' },
          what: { code: 'orphan-drive-moved', message: expect.stringContaining('S-t2 of t2') },
        },
      ]);
      const alone = mirror({ legs: [sound(0, 't1', { status: { inSync: false } }), sound(1, 't2')] });
      expect(orphansOf(world({ drives: [moved, drive('t2')], volumes: [alone] }))).toMatchObject([{ mayHoldOnlyCopy: 'yes' }]);
    });

    it.each([
      ['is in service', { ...foreign, spec: { desired: 'in-service' as const, wipe: null } }],
      ['is being wiped', { ...foreign, spec: { ...foreign.spec, wipe: { orderId: 'o', serial: 'S-t1' } } }],
      ['is missing', { ...foreign, status: { ...foreign.status, present: false } }],
      ['has no group', drive('t1', { desired: 'observed' })],
    ])('lists no drive that %s', (_, of) => {
      expect(orphansOf(world({ drives: [of, drive('t2')] }))).toEqual([]);
    });
  });

  describe('of objects in the database', () => {
    const lostLeg = settled('t1', 'leg', LEG0, { present: false }, { state: 'failed' });

    it('lists a leg without its LV; its bytes are on its mirror partner', () => {
      expect(orphansOf(world({ statuses: [lostLeg] }))).toMatchObject([
        {
          ...{ kind: 'leg', side: 'database', node: { name: 't1' }, name: 'db leg 0', sizeBytes: 2 ** 30, volume: DB },
          ...{ mayHoldOnlyCopy: 'no', what: { code: 'orphan-leg' }, remedy: { code: 'see-volume' }, since: SINCE.toISOString() },
        },
      ]);
    });

    it('knows no time, and waits for the grace period, where an earlier server stored none', () => {
      const { absentSince: _, ...older } = lostLeg;
      expect(orphansOf(world({ statuses: [older] }))).toEqual([]);
      expect(orphansOf(world({ statuses: [{ ...older, receivedAt: SINCE }] }))).toMatchObject([{ kind: 'leg', since: null }]);
    });

    it('lists no leg that is being made or removed', () => {
      for (const change of [{ spec: { desired: 'absent' as const } }, { status: { state: 'creating' as const } }])
        expect(orphansOf(world({ statuses: [lostLeg], volumes: [mirror({ legs: [sound(0, 't1', change)] })] }))).toEqual([]);
    });

    it.each([
      ['missing', drive('t1', { present: false }), 'orphan-drive-missing'],
      ['present without its group', drive('t1'), 'orphan-drive-without-group'],
    ])('lists a drive that is %s, and none of its legs', (_, of, code) => {
      const statuses = [lostLeg, settled('t1', 'drive', 'drive-t1', { volumeGroup: false }, { state: 'failed' })];
      expect(orphansOf(world({ drives: [of, drive('t2')], statuses }))).toMatchObject([
        {
          ...{ kind: 'drive', side: 'database', name: 'S-t1', volume: DB, mayHoldOnlyCopy: 'no', what: { code } },
          since: SINCE.toISOString(),
        },
      ]);
    });

    it('counts a missing drive as a possible only copy when one of its legs has no sound partner', () => {
      const lost = [drive('t1', { present: false })];
      const volumes = [mirror(), mirror({ _id: 'w', name: 'logs', legs: [sound(0, 't1', { id: STRAY })] })];
      expect(orphansOf(world({ drives: lost, volumes }))).toMatchObject([
        { volume: { which: 'several', references: [{ name: 'db' }, { name: 'logs' }] }, mayHoldOnlyCopy: 'yes' },
      ]);
      expect(orphansOf(world({ drives: lost, volumes: [] }))).toMatchObject([{ volume: { which: 'none' }, mayHoldOnlyCopy: 'no' }]);
    });

    it('lists no missing drive of a node that is offline', () => {
      const offline = at('t1', [], { connection: { state: 'lost', since: NOW, serverId: null } });
      expect(orphansOf(world({ nodes: [offline], drives: [drive('t1', { present: false })] }))).toEqual([]);
    });

    it('lists an attachment of which its client has nothing', () => {
      const statuses = [settled('c1', 'attachment', 'a', { present: false }, { state: 'waiting' })];
      expect(orphansOf(world({ statuses }))).toMatchObject([
        {
          kind: 'attachment',
          side: 'database',
          node: { name: 'c1' },
          name: 'db on c1',
          volume: DB,
          mayHoldOnlyCopy: 'no',
          since: SINCE.toISOString(),
        },
      ]);
    });

    it.each(['attaching', 'detaching', 'unexporting', 'revoking', 'revoked'] as const)('lists no attachment that is %s', (state) => {
      const statuses = [settled('c1', 'attachment', 'a', { present: false })];
      expect(orphansOf(world({ statuses, attachments: [attachment({ status: { state } })] }))).toEqual([]);
    });
  });
});
