import { GROWN_TAG, growthLvName, WIPED_TAG } from '@weft/shared/identity';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { contentFor, id, MiB } from '../../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../../testing/example-world.js';
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

  it('is not called lost while LVM does not list the group that its drive carries', () => {
    const unlisted = slowWith([drive({ weftDriveId: id('drive', 1) })], [], { group: false });
    expect(planLeg(ready, on(unlisted))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'drive-missing' } } });
    const [group] = slowWith([], []).volumeGroups;
    const other = { ...blank, volumeGroups: group ? [{ ...group, vg: 'weft-other' }] : [] };
    expect(planLeg(ready, on(other)).status.reason?.message).toContain('replaced or erased');
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

describe('planLeg', () => {
  const enabled = (devicePath: string, more = {}) => ({
    ...emptyFast(),
    subsystems: [
      {
        ...{ nqn: 'nqn', serial: '', model: '', allowAnyHost: false, allowedHosts: [] },
        namespaces: [
          { nsid: 7, devicePath: '/dev/other', uuid: id('leg', 7), nguid: '', enabled: true },
          { nsid: 3, devicePath, uuid: id('leg', 8), nguid: '', enabled: true, ...more },
        ],
      },
    ],
  });
  const names = { vg: legVolume(0).vg, lv: legVolume(0).lv };

  it('reports what was seen of its LV', () => {
    expect(planLeg(leg, at([legVolume(0)])).status.observed).toEqual({
      ...{ present: true, wiped: true, open: false, sizeBytes: 64 * MiB, backed: true },
    });
    expect(planLeg(leg, at([legVolume(0, { tags: [], open: true, backed: false })])).status.observed).toEqual({
      ...{ present: true, wiped: false, open: true, sizeBytes: 64 * MiB, backed: false },
    });
    expect(planLeg(leg, at([])).status.observed).toEqual({ present: false, wiped: false, open: false, sizeBytes: 0, backed: true });
  });

  it('reports a leg that was ready as not backed once its volume group is gone', () => {
    const backed = (facts: typeof NO_FACTS, groups: string[]) => {
      const slow = {
        ...slowWith([drive()], []),
        volumeGroups: groups.map((vg) => ({ ...(slowWith([], []).volumeGroups[0] ?? expect.fail()), vg })),
      };
      return planLeg(leg, world(undefined, { slow, facts })).status.observed.backed;
    };
    expect([
      backed(wipedBefore, [names.vg, 'other']),
      backed(wipedBefore, ['other']),
      backed(wipedBefore, []),
      backed(NO_FACTS, []),
    ]).toEqual([...[true, false, false, true]]);
  });

  it('takes an LV of the same name in another group for nothing of its own', () => {
    expect(operations(planLeg(leg, at([legVolume(0, { vg: 'weft-other' })])))).toEqual(['create-logical-volume', 'wipe-logical-volume']);
    const growth = legVolume(0, { vg: 'weft-other', lv: growthLvName(leg.legId) });
    expect(operations(planLeg({ ...leg, desired: 'absent' }, at([growth])))).toEqual([]);
  });

  it('tags what it makes with its leg and its volume', () => {
    const tag = `weft.volume.${leg.volumeId}`;
    expect(planLeg(leg, at([])).steps[0]?.operation).toEqual({
      ...{ op: 'create-logical-volume', ...names, sizeBytes: 64 * MiB, tags: [LEG_TAG, tag] },
    });
    const growth = growthLvName(leg.legId);
    expect(planLeg(leg, at([legVolume(0, { sizeBytes: 16 * MiB })])).steps.map(({ operation }) => operation)).toEqual([
      { op: 'create-logical-volume', vg: names.vg, lv: growth, sizeBytes: 48 * MiB, tags: [tag] },
      { op: 'wipe-logical-volume', vg: names.vg, lv: growth },
      { op: 'merge-logical-volume', ...names, growth, sizeBytes: 64 * MiB },
    ]);
  });

  it('never wipes an LV that is open (S2, S5)', () => {
    expect(planLeg(leg, at([legVolume(0, { tags: [LEG_TAG], open: true })]))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'leg-open' } },
    });
  });

  it('disables its exports, then activates it anew, when its drive came back as another device', () => {
    const away = legVolume(0, { backed: false });
    expect(planLeg(leg, at([away], NO_FACTS, enabled(away.devicePath))).steps.map(({ operation }) => operation)).toEqual([
      { op: 'disable-namespace', nqn: 'nqn', nsid: 3 },
      { op: 'reactivate-logical-volume', ...names },
    ]);
    expect(operations(planLeg(leg, at([away], NO_FACTS, enabled(away.devicePath, { enabled: false }))))).toEqual([
      'reactivate-logical-volume',
    ]);
  });

  it('is made active after a reboot, and remembered as wiped only once', () => {
    const inactive = legVolume(0, { active: false });
    expect(planLeg(leg, at([inactive]))).toMatchObject({ before: [{ fact: 'leg-wiped', legId: leg.legId }], after: [] });
    expect(operations(planLeg(leg, at([inactive])))).toEqual(['activate-logical-volume']);
    expect(planLeg(leg, at([inactive], wipedBefore)).before).toEqual([]);
    expect(planLeg(leg, at([legVolume(0)], wipedBefore))).toMatchObject({ before: [], after: [], status: { state: 'done' } });
    expect(planLeg(leg, at([])).before).toEqual([]);
  });

  it('tells its exports of the new size before it counts as grown', () => {
    const grown = legVolume(0, { tags: [LEG_TAG, WIPED_TAG, GROWN_TAG] });
    const plan = planLeg(leg, at([grown], NO_FACTS, enabled(grown.devicePath)));
    expect(plan.steps.map(({ operation }) => operation)).toEqual([
      { op: 'revalidate-namespace', nqn: 'nqn', nsid: 3 },
      { op: 'settle-logical-volume', ...names },
    ]);
    expect(plan.before).toHaveLength(1);
  });

  it('grows on from a growth that is inactive, and begins anew with one whose drive was away', () => {
    const small = legVolume(0, { sizeBytes: 32 * MiB });
    const growth = legVolume(0, { lv: growthLvName(leg.legId), sizeBytes: 32 * MiB, tags: [WIPED_TAG] });
    const plan = planLeg(leg, at([small, { ...growth, active: false }]));
    expect(operations(plan)).toEqual(['activate-logical-volume', 'merge-logical-volume']);
    expect(plan.before).toHaveLength(1);
    expect(operations(planLeg(leg, at([small, { ...growth, backed: false }])))).toEqual(['remove-logical-volume']);
  });

  it('is forgotten when nothing of it is left, and only if it was known', () => {
    const absent = { ...leg, desired: 'absent' as const };
    expect(planLeg(absent, at([]))).toMatchObject({ before: [], status: { state: 'done' } });
    expect(planLeg(absent, at([], wipedBefore)).before).toEqual([{ fact: 'leg-removed', legId: leg.legId }]);
  });

  it('does not go while one of several namespaces of a subsystem is it (S5)', () => {
    const absent = { ...leg, desired: 'absent' as const };
    expect(planLeg(absent, at([legVolume(0)], NO_FACTS, enabled(legVolume(0).devicePath)))).toMatchObject({
      steps: [],
      status: { reason: { code: 'leg-exported' } },
    });
  });

  it('asks for its own drive, and knows nothing of a drive that is not assigned', () => {
    const other = { driveId: id('drive', 2), serial: 'S2', nsid: 1, desired: 'in-service' as const, create: true, wipe: null };
    const content = { ...contentFor(1, UP), drives: [other, { ...other, driveId: id('drive', 1), serial: 'S1' }] };
    expect(planLeg(leg, world(content, { slow: slowWith([drive()], [legVolume(0)]) })).status.state).toBe('done');
    const unassigned = { ...content, drives: [other] };
    expect(planLeg(leg, world(unassigned, { slow: slowWith([drive()], [legVolume(0)]) })).status.state).toBe('done');
    expect(planLeg(leg, world(unassigned, { slow: slowWith([drive()], [], { group: false }) })).status.reason?.code).toBe('drive-missing');
  });
});
