import { growthLvName, WIPED_TAG } from '@weft/shared/identity';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NO_FACTS } from '../ledger/facts.js';
import { contentFor, id, MiB } from '../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../testing/example-world.js';
import { LEG_TAG, planLeg } from './plan-leg.js';

const leg = {
  legId: id('leg', 0),
  volumeId: id('volume', 1),
  driveId: id('drive', 1),
  sizeBytes: 64 * MiB,
  desired: 'present' as const,
  readyBytes: 0 as number | null,
};
const wipedBefore = { ...NO_FACTS, wipedLegs: { [leg.legId]: true as const } };
const at = (volumes: ReturnType<typeof legVolume>[], facts = NO_FACTS, fast = emptyFast()) =>
  world(undefined, { slow: slowWith([drive()], volumes), facts, fast });

test('S2 given no LV / when a leg is to be present / then it is created and wiped in one go', () => {
  expect(operations(planLeg(leg, at([])))).toEqual(['create-logical-volume', 'wipe-logical-volume']);
});

test('S2 given an LV without the tag / when a leg is to be present / then it is wiped (again), active first', () => {
  expect(operations(planLeg(leg, at([legVolume(0, { tags: [LEG_TAG], active: false })])))).toEqual([
    'activate-logical-volume',
    'wipe-logical-volume',
  ]);
});

test('given a leg that was wiped once / when its LV or its tag is gone / then it is neither made nor wiped again', () => {
  expect(planLeg(leg, at([], wipedBefore))).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'leg-lost' } } });
  expect(planLeg(leg, at([legVolume(0, { tags: [LEG_TAG] })], wipedBefore))).toMatchObject({
    steps: [],
    status: { state: 'failed', reason: { code: 'leg-tag-lost' } },
  });
});

test('neither makes nor wipes a leg while the ledger is lost', () => {
  const lost = { ...NO_FACTS, lost: true };
  for (const volumes of [[], [legVolume(0, { tags: [LEG_TAG] })]])
    expect(planLeg(leg, at(volumes, lost))).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'ledger-lost' } } });
  expect(planLeg(leg, at([legVolume(0)], lost)).status.state).toBe('done');
});

test('given a leg that is there and wiped / when it is planned / then the ledger remembers it before it is reported done', () => {
  expect(planLeg(leg, at([legVolume(0)]))).toMatchObject({ status: { state: 'done' }, before: [{ fact: 'leg-wiped' }] });
});

test('S5 given any state of an LV / when its leg is to be absent / then it is removed only if it is neither open nor exported', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.constantFrom('nobody', 'by uuid', 'by path'), fc.boolean(), (open, exporter, enabled) => {
      const volume = legVolume(0, { open });
      const space = {
        nsid: 1,
        devicePath: exporter === 'by path' ? volume.devicePath : '/dev/other',
        uuid: exporter === 'by uuid' ? leg.legId : id('leg', 7),
        nguid: '',
        enabled,
      };
      const fast = {
        ...emptyFast(),
        subsystems: [{ nqn: 'nqn', serial: '', model: '', allowAnyHost: false, allowedHosts: [], namespaces: [space] }],
      };
      const plan = planLeg({ ...leg, desired: 'absent' }, at([volume], NO_FACTS, fast));
      expect(operations(plan)).toEqual(open || exporter !== 'nobody' ? [] : ['remove-logical-volume']);
      if (open || exporter !== 'nobody') expect(plan.status.state).toBe('waiting');
    }),
  );
});

test('S12 given the drive is missing / when its leg is to be absent / then it does not count as removed', () => {
  const plan = planLeg({ ...leg, desired: 'absent' }, world(undefined, { slow: slowWith([], [], { group: false }) }));
  expect(plan.status).toMatchObject({ state: 'waiting', reason: { code: 'drive-missing' } });
});

test('S2 given an LV that is too small / when its leg is planned / then it grows by a volume that is zeroed first, and goes on from where it was', () => {
  const small = legVolume(0, { sizeBytes: 32 * MiB });
  const growth = legVolume(0, { lv: growthLvName(leg.legId), sizeBytes: 32 * MiB, tags: [] });
  expect(operations(planLeg(leg, at([small])))).toEqual(['create-logical-volume', 'wipe-logical-volume', 'merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, growth])))).toEqual(['wipe-logical-volume', 'merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, { ...growth, tags: [WIPED_TAG] }])))).toEqual(['merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, { ...growth, sizeBytes: 4 * MiB }])))).toEqual(['remove-logical-volume']);
});

test('given a leg is to be absent while it was growing / when it is planned / then what it was to grow by goes first', () => {
  const growth = legVolume(0, { lv: growthLvName(leg.legId), tags: [] });
  expect(planLeg({ ...leg, desired: 'absent' }, at([legVolume(0), growth])).steps).toMatchObject([
    { operation: { op: 'remove-logical-volume', lv: growthLvName(leg.legId) } },
  ]);
});

describe('a leg that was ready before (S2)', () => {
  const ready = { ...leg, readyBytes: 64 * MiB };
  const assigned = { driveId: id('drive', 1), serial: 'S1', nsid: 1, desired: 'in-service' as const, create: false, wipe: null };
  const content = { ...contentFor(1, UP), drives: [assigned] };
  const on = (slow: ReturnType<typeof slowWith>) => world(content, { slow });
  const blank = slowWith([drive()], [], { group: false });

  it('is not made again by a target with an empty ledger, and is reported lost with the way out', () => {
    expect(planLeg(ready, on(slowWith([drive({ weftDriveId: id('drive', 1) })], [])))).toMatchObject({
      steps: [],
      status: {
        state: 'failed',
        reason: { code: 'leg-lost', message: expect.stringContaining('evict its drive') },
        observed: { present: false },
      },
    });
    expect(planLeg(ready, on(blank)).status.reason).toMatchObject({
      code: 'leg-lost',
      message: expect.stringContaining('replaced or erased'),
    });
  });

  it('is not wiped again when its LV has lost the tag', () => {
    expect(planLeg(ready, at([legVolume(0, { tags: [LEG_TAG] })]))).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'leg-tag-lost' } },
    });
  });

  it('is not grown over bytes that it had before', () => {
    expect(planLeg(ready, at([legVolume(0, { sizeBytes: 32 * MiB })]))).toMatchObject({
      steps: [],
      status: { reason: { code: 'leg-short' } },
    });
    expect(operations(planLeg({ ...ready, sizeBytes: 96 * MiB }, at([legVolume(0)])))).toContain('merge-logical-volume');
  });

  it('is neither made nor wiped while the assignment of an older server does not say', () => {
    const unsaid = { ...leg, readyBytes: null };
    for (const volumes of [[], [legVolume(0, { tags: [LEG_TAG] })]])
      expect(planLeg(unsaid, at(volumes))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'order-unclear' } } });
    expect(planLeg(unsaid, at([legVolume(0)])).status.state).toBe('done');
  });

  it('counts as removed when its drive is there and carries no group of it, not while the drive cannot be read', () => {
    const absent = { ...ready, desired: 'absent' as const };
    expect(planLeg(absent, on(blank)).status).toMatchObject({ state: 'done', observed: { present: false } });
    const unread = slowWith([drive({ contents: ['unknown: it does not answer'] })], [], { group: false });
    expect(planLeg(absent, on(unread)).status).toMatchObject({ state: 'waiting', reason: { code: 'drive-unreadable' } });
    expect(planLeg(ready, on(unread)).status).toMatchObject({ state: 'waiting', reason: { code: 'drive-unreadable' } });
  });
});
