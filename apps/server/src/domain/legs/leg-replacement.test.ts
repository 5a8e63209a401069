import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { rebuildSpeeds } from '@weft/shared/kinds/volume';
import { describe, expect, test } from 'vitest';
import { assignmentContent } from '../assignment/assignment-content.js';
import { withExport } from '../attachment/exports.js';
import type { MaintenanceDocument } from '../documents/maintenance.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { advance } from '../reconcile/advance.js';
import { attachment, leg, NOW, node, obsolete, report, volume, world } from '../world/worlds.fixture.js';

const TEN_MINUTES_AGO = new Date(NOW.getTime() - 600_000);
const old = (change: Changes<LegDocument> = {}) => changed(leg(1, 't2', { spec: { role: 'leaving' }, status: { inSync: false } }), change);
const fresh = (change: Changes<LegDocument> = {}) =>
  changed(leg(1, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } }), change);
const replacing = (change: Changes<VolumeDocument> = {}) => volume({ legs: [leg(0, 't1'), old(), fresh()], ...change });
const exportedOnT3 = {
  ...attachment().exports[0],
  nodeId: 't3',
  nodeName: 't3',
  serviceId: 10_001,
  spec: { ...attachment().exports[0]?.spec, namespaces: [{ nsid: 1, legId: 'new' }] },
};
const attached = () => attachment({ exports: [...attachment().exports, exportedOnT3 as never] });

const now = (
  flags: Record<string, string[]>,
  { of = replacing(), silent = [] as string[], live = true, maintained = {} as Record<string, MaintenanceDocument> } = {},
) =>
  world({
    volume: of,
    attachments: [attached()],
    nodes: ['t1', 't2', 't3', 'c1'].map((name) =>
      node(name, {
        spec: maintained[name] ? { maintenance: maintained[name] } : {},
        status: silent.includes(name) ? { connection: { state: 'lost', since: NOW, serverId: null } } : {},
      }),
    ),
    reports: [
      report('t3', 'leg', 'new'),
      report('c1', 'attachment', 'a', {
        paths: ['leg-0', 'new'].map((legId) => ({
          legId,
          storageNetwork: 'a',
          address: '10.0.0.1',
          controllerState: legId === 'new' && !live ? null : 'live',
        })),
        array: {
          uuid: 'u',
          state: 'active',
          degraded: Math.max(0, 2 - Object.values(flags).filter((each) => each.includes('in_sync')).length),
          syncAction: 'idle',
          syncProgressRatio: null,
          syncSpeedBytesPerSecond: null,
          members: Object.entries(flags).map(([legId, of]) => ({ legId, flags: of, slot: 1, errors: 0, badBlocks: 0, events: null })),
        },
      }),
    ],
  });
const inSync = ['in_sync'];

describe('advance: replacement of a leg', () => {
  test('retires the old leg and its export once md has the new leg in sync and the old one failed', () => {
    const next = advance(now({ 'leg-0': inSync, 'leg-1': ['faulty'], new: inSync }));
    expect(next.volume.legs).toMatchObject([{ id: 'leg-0' }, { id: 'new', status: { inSync: true } }]);
    expect(next.volume.legs[1]?.spec).not.toHaveProperty('role');
    expect(next.volume.obsoleteLegs).toMatchObject([
      { id: 'leg-1', spec: { why: 'replaced', desired: 'absent', since: NOW }, status: { fencedFrom: null } },
    ]);
    expect(next.attachments[0]?.exports).toMatchObject([
      { nodeId: 't1', spec: { desired: 'exported' } },
      { nodeId: 't2', spec: { desired: 'absent', leftOut: true } },
      { nodeId: 't3', spec: { desired: 'exported' } },
    ]);
  });
  test('keeps both legs while md rebuilds the new leg or has both in sync', () => {
    const legs = [
      ...[{ id: 'leg-0' }, { id: 'leg-1', spec: { role: 'leaving' } }],
      { id: 'new', spec: { role: 'joining' }, status: { inSync: false } },
    ];
    expect(advance(now({ 'leg-0': inSync, new: ['spare'] })).volume.legs).toMatchObject(legs);
    expect(advance(now({ 'leg-0': inSync, 'leg-1': inSync, new: inSync })).volume.legs).toMatchObject(legs);
  });
  test('keeps a retired leg until its target reports it gone in its current boot (S12)', () => {
    const of = replacing({
      legs: [leg(0, 't1'), leg(1, 't3', { id: 'new' })],
      obsoleteLegs: [obsolete(leg(1, 't2', { spec: { desired: 'absent' } }), 'replaced')],
    });
    const gone = (change = {}) => world({ volume: of, reports: [report('t2', 'leg', 'leg-1', { present: false, wiped: false }, change)] });
    expect(advance(gone({ bootId: 'boot-0' })).volume.obsoleteLegs).toMatchObject([{ id: 'leg-1' }]);
    expect(advance(gone()).volume.obsoleteLegs).toEqual([]);
  });
  test('retires a new leg that is lost for rebuildDelay, and makes the old leg a member again', () => {
    const of = replacing({ legs: [leg(0, 't1'), old(), fresh({ status: { unhealthySince: TEN_MINUTES_AGO } })] });
    const next = advance(now({ 'leg-0': inSync }, { of, silent: ['t3'], live: false }));
    expect(next.volume.legs).toMatchObject([{ id: 'leg-0' }, { id: 'leg-1' }]);
    expect(next.volume.legs[1]?.spec).not.toHaveProperty('role');
    expect(next.volume.obsoleteLegs).toMatchObject([{ id: 'new', spec: { why: 'replaced' } }]);
    expect(advance(now({ 'leg-0': inSync }, { silent: ['t3'], live: false })).volume.legs).toHaveLength(3);
  });
  test('retires a lost new leg no earlier than rebuildDelay after the maintenance of its target', () => {
    const of = replacing({ legs: [leg(0, 't1'), old(), fresh({ status: { unhealthySince: TEN_MINUTES_AGO } })] });
    const legsAfter = (endedAt: Date) => {
      const maintenance = { since: TEN_MINUTES_AGO, until: NOW, requestedBy: 'admin', forced: false, endedAt, endedBy: 'admin' };
      return advance(now({ 'leg-0': inSync }, { of, silent: ['t3'], live: false, maintained: { t3: maintenance } })).volume.legs;
    };
    expect(legsAfter(NOW)).toHaveLength(3);
    expect(legsAfter(TEN_MINUTES_AGO)).toHaveLength(2);
  });
  test('records since when an index has no leg, until it has one', () => {
    const once = advance(world({ volume: volume({ legs: [leg(0, 't1')] }) })).volume;
    expect(once.status.vacancies).toEqual([{ index: 1, since: NOW }]);
    expect(advance(world({ volume: { ...once, legs: volume().legs } })).volume.status.vacancies).toEqual([]);
  });
});

test('assigns joining and leaving legs with their roles, another anchor and the rebuild speed', () => {
  const parts = { settings: defaultSettings, drives: [], hostIds: new Map([['c1', 'host']]), node: { _id: 'c1', hostId: 'host' } };
  const [assigned] = assignmentContent({ ...parts, volumes: [replacing()], attachments: [attached()] }).attachments;
  expect(assigned?.legs.map(({ legId, role, anchor, inSync: synced }) => [legId, role, anchor, synced])).toEqual([
    ['leg-0', 'member', true, true],
    ['new', 'joining', false, false],
    ['leg-1', 'leaving', false, false],
  ]);
  expect(assigned?.array?.syncSpeed).toEqual(rebuildSpeeds.normal);
});

describe('withExport', () => {
  const [first] = attachment().exports;
  if (!first) throw new Error('the fixture exports something');
  const planned = { ...first, serviceId: 10_007, spec: { ...first.spec, namespaces: [{ nsid: 1, legId: 'new' }] } };
  test('adds a namespace with an unused nsid to the export of the same target', () => {
    expect(withExport([{ ...first, spec: { ...first.spec, lastNsid: 4 } }], planned)).toMatchObject([
      {
        serviceId: first.serviceId,
        spec: {
          namespaces: [
            { nsid: 1, legId: 'leg-0' },
            { nsid: 5, legId: 'new' },
          ],
        },
      },
    ]);
  });
  test('restores a withdrawn export with the new leg alone', () => {
    const [again] = withExport([{ ...first, spec: { ...first.spec, desired: 'absent', leftOut: true, lastNsid: 1 } }], planned);
    expect(again).toMatchObject({ spec: { desired: 'exported', namespaces: [{ nsid: 2, legId: 'new' }] } });
    expect(again?.spec).not.toHaveProperty('leftOut');
  });
});
