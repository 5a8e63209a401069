import { GROWN_TAG, growthLvName, WIPED_TAG } from '@weft/shared/identity';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { contentFor, id, MiB } from '../../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../../testing/example-world.js';
import { LEG_TAG } from './leg-tags.js';
import { planLeg } from './plan-leg.js';

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

test('creates and wipes a missing LV in one plan (S2)', () => {
  expect(operations(planLeg(leg, at([])))).toEqual(['create-logical-volume', 'wipe-logical-volume']);
});

test('activates, then wipes an LV without the wiped tag (S2)', () => {
  expect(operations(planLeg(leg, at([legVolume(0, { tags: [LEG_TAG], active: false })])))).toEqual([
    'activate-logical-volume',
    'wipe-logical-volume',
  ]);
});

test('neither recreates nor wipes again a wiped leg whose LV or tag is gone', () => {
  expect(planLeg(leg, at([], wipedBefore))).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'leg-lost' } } });
  expect(planLeg(leg, at([legVolume(0, { tags: [LEG_TAG] })], wipedBefore))).toMatchObject({
    steps: [],
    status: { state: 'failed', reason: { code: 'leg-tag-lost' } },
  });
});

test('neither creates nor wipes a leg while the ledger is lost', () => {
  const lost = { ...NO_FACTS, lost: true };
  for (const volumes of [[], [legVolume(0, { tags: [LEG_TAG] })]])
    expect(planLeg(leg, at(volumes, lost))).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'ledger-lost' } } });
  expect(planLeg(leg, at([legVolume(0)], lost)).status.state).toBe('done');
});

test('stores a wiped leg in the ledger before it reports the leg done', () => {
  expect(planLeg(leg, at([legVolume(0)]))).toMatchObject({ status: { state: 'done' }, before: [{ fact: 'leg-wiped' }] });
});

test('removes an LV only while it is neither open nor exported (S5)', () => {
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

test('does not report a leg removed while its drive is missing (S12)', () => {
  const plan = planLeg({ ...leg, desired: 'absent' }, world(undefined, { slow: slowWith([], [], { group: false }) }));
  expect(plan.status).toMatchObject({ state: 'waiting', reason: { code: 'drive-missing' } });
});

test('grows a short LV by a wiped volume, and resumes an interrupted growth (S2)', () => {
  const small = legVolume(0, { sizeBytes: 32 * MiB });
  const growth = legVolume(0, { lv: growthLvName(leg.legId), sizeBytes: 32 * MiB, tags: [] });
  expect(operations(planLeg(leg, at([small])))).toEqual(['create-logical-volume', 'wipe-logical-volume', 'merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, growth])))).toEqual(['wipe-logical-volume', 'merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, { ...growth, tags: [WIPED_TAG] }])))).toEqual(['merge-logical-volume']);
  expect(operations(planLeg(leg, at([small, { ...growth, sizeBytes: 4 * MiB }])))).toEqual(['remove-logical-volume']);
});

test('removes the growth volume of a leg first when the leg is to be absent', () => {
  const growth = legVolume(0, { lv: growthLvName(leg.legId), tags: [] });
  expect(planLeg({ ...leg, desired: 'absent' }, at([legVolume(0), growth])).steps).toMatchObject([
    { operation: { op: 'remove-logical-volume', lv: growthLvName(leg.legId) } },
  ]);
});

describe('planLeg of a leg that was ready before (S2)', () => {
  const ready = { ...leg, readyBytes: 64 * MiB };
  const assigned = { driveId: id('drive', 1), serial: 'S1', nsid: 1, desired: 'in-service' as const, create: false, wipe: null };
  const content = { ...contentFor(1, UP), drives: [assigned] };
  const on = (slow: ReturnType<typeof slowWith>) => world(content, { slow });
  const blank = slowWith([drive()], [], { group: false });

  it('reports a missing LV lost and names the remedy, even with an empty ledger', () => {
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

  it('waits while LVM does not list the volume group that its drive carries', () => {
    const unlisted = slowWith([drive({ weftDriveId: id('drive', 1) })], [], { group: false });
    expect(planLeg(ready, on(unlisted))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'drive-missing' } } });
    const [group] = slowWith([], []).volumeGroups;
    const other = { ...blank, volumeGroups: group ? [{ ...group, vg: 'weft-other' }] : [] };
    expect(planLeg(ready, on(other)).status.reason?.message).toContain('replaced or erased');
  });

  it('does not wipe an LV again that lost its wiped tag', () => {
    expect(planLeg(ready, at([legVolume(0, { tags: [LEG_TAG] })]))).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'leg-tag-lost' } },
    });
  });

  it('grows a leg past its former size, but not one that became shorter', () => {
    expect(planLeg(ready, at([legVolume(0, { sizeBytes: 32 * MiB })]))).toMatchObject({
      steps: [],
      status: { reason: { code: 'leg-short' } },
    });
    expect(operations(planLeg({ ...ready, sizeBytes: 96 * MiB }, at([legVolume(0)])))).toContain('merge-logical-volume');
  });

  it('neither creates nor wipes a leg while the assignment states no ready bytes', () => {
    const unsaid = { ...leg, readyBytes: null };
    for (const volumes of [[], [legVolume(0, { tags: [LEG_TAG] })]])
      expect(planLeg(unsaid, at(volumes))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'order-unclear' } } });
    expect(planLeg(unsaid, at([legVolume(0)])).status.state).toBe('done');
  });

  it('reports a leg removed when its drive carries no group, not while the drive is unreadable', () => {
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

  it('reports the observed state of its LV', () => {
    expect(planLeg(leg, at([legVolume(0)])).status.observed).toEqual({
      ...{ present: true, wiped: true, open: false, sizeBytes: 64 * MiB, backed: true },
    });
    expect(planLeg(leg, at([legVolume(0, { tags: [], open: true, backed: false })])).status.observed).toEqual({
      ...{ present: true, wiped: false, open: true, sizeBytes: 64 * MiB, backed: false },
    });
    expect(planLeg(leg, at([])).status.observed).toEqual({ present: false, wiped: false, open: false, sizeBytes: 0, backed: true });
  });

  it('reports a wiped leg as not backed once its volume group is missing', () => {
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

  it('ignores an LV of the same name in another volume group', () => {
    expect(operations(planLeg(leg, at([legVolume(0, { vg: 'weft-other' })])))).toEqual(['create-logical-volume', 'wipe-logical-volume']);
    const growth = legVolume(0, { vg: 'weft-other', lv: growthLvName(leg.legId) });
    expect(operations(planLeg({ ...leg, desired: 'absent' }, at([growth])))).toEqual([]);
  });

  it('tags the LV as a leg of its volume, and the growth volume with its volume', () => {
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

  it('disables exports, then reactivates an LV whose drive returned as another device', () => {
    const away = legVolume(0, { backed: false });
    expect(planLeg(leg, at([away], NO_FACTS, enabled(away.devicePath))).steps.map(({ operation }) => operation)).toEqual([
      { op: 'disable-namespace', nqn: 'nqn', nsid: 3 },
      { op: 'reactivate-logical-volume', ...names },
    ]);
    expect(operations(planLeg(leg, at([away], NO_FACTS, enabled(away.devicePath, { enabled: false }))))).toEqual([
      'reactivate-logical-volume',
    ]);
  });

  it('activates an inactive LV, and stores it as wiped only once', () => {
    const inactive = legVolume(0, { active: false });
    expect(planLeg(leg, at([inactive]))).toMatchObject({ before: [{ fact: 'leg-wiped', legId: leg.legId }], after: [] });
    expect(operations(planLeg(leg, at([inactive])))).toEqual(['activate-logical-volume']);
    expect(planLeg(leg, at([inactive], wipedBefore)).before).toEqual([]);
    expect(planLeg(leg, at([legVolume(0)], wipedBefore))).toMatchObject({ before: [], after: [], status: { state: 'done' } });
    expect(planLeg(leg, at([])).before).toEqual([]);
  });

  it('revalidates the namespaces of a grown LV before it settles the growth', () => {
    const grown = legVolume(0, { tags: [LEG_TAG, WIPED_TAG, GROWN_TAG] });
    const plan = planLeg(leg, at([grown], NO_FACTS, enabled(grown.devicePath)));
    expect(plan.steps.map(({ operation }) => operation)).toEqual([
      { op: 'revalidate-namespace', nqn: 'nqn', nsid: 3 },
      { op: 'settle-logical-volume', ...names },
    ]);
    expect(plan.before).toHaveLength(1);
  });

  it('resumes from an inactive growth volume, and removes one that is not backed', () => {
    const small = legVolume(0, { sizeBytes: 32 * MiB });
    const growth = legVolume(0, { lv: growthLvName(leg.legId), sizeBytes: 32 * MiB, tags: [WIPED_TAG] });
    const plan = planLeg(leg, at([small, { ...growth, active: false }]));
    expect(operations(plan)).toEqual(['activate-logical-volume', 'merge-logical-volume']);
    expect(plan.before).toHaveLength(1);
    expect(operations(planLeg(leg, at([small, { ...growth, backed: false }])))).toEqual(['remove-logical-volume']);
  });

  it('removes an absent leg from the ledger only if the ledger has it', () => {
    const absent = { ...leg, desired: 'absent' as const };
    expect(planLeg(absent, at([]))).toMatchObject({ before: [], status: { state: 'done' } });
    expect(planLeg(absent, at([], wipedBefore)).before).toEqual([{ fact: 'leg-removed', legId: leg.legId }]);
  });

  it('keeps an LV that is one of several namespaces of a subsystem (S5)', () => {
    const absent = { ...leg, desired: 'absent' as const };
    expect(planLeg(absent, at([legVolume(0)], NO_FACTS, enabled(legVolume(0).devicePath)))).toMatchObject({
      steps: [],
      status: { reason: { code: 'leg-exported' } },
    });
  });

  it('looks up its own drive, and reports an unassigned drive without a group missing', () => {
    const other = { driveId: id('drive', 2), serial: 'S2', nsid: 1, desired: 'in-service' as const, create: true, wipe: null };
    const content = { ...contentFor(1, UP), drives: [other, { ...other, driveId: id('drive', 1), serial: 'S1' }] };
    expect(planLeg(leg, world(content, { slow: slowWith([drive()], [legVolume(0)]) })).status.state).toBe('done');
    const unassigned = { ...content, drives: [other] };
    expect(planLeg(leg, world(unassigned, { slow: slowWith([drive()], [legVolume(0)]) })).status.state).toBe('done');
    expect(planLeg(leg, world(unassigned, { slow: slowWith([drive()], [], { group: false }) })).status.reason?.code).toBe('drive-missing');
  });
});
