import type { DomainError } from '@weft/shared/errors';
import { GiB, MiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leg, volume } from '../reconcile/worlds.fixture.js';
import { planGrowth } from './growth.js';
import { legSize } from './placement.js';

const drives = (freeBytes: number) =>
  new Map(['t1', 't2'].map((name) => [`drive-${name}`, { serial: `S-${name}`, nodeName: name, freeBytes }]));
const small = volume({
  spec: { ...volume().spec, sizeBytes: GiB },
  legs: [leg(0, 't1'), leg(1, 't2')].map((each) => ({ ...each, sizeBytes: GiB + 8 * MiB, dataBytes: GiB })),
});
const refusal = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  return expect.fail('it was not refused');
};

describe('growth', () => {
  test('given any larger size, then each leg is as large as in a volume made in that size, and the growth is what is booked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 }), (blocks) => {
        const to = GiB + blocks * 4096;
        const { legs, growth } = planGrowth(small, to, drives(2 ** 50));
        const fresh = legSize({ protection: 'raid1', sizeBytes: to, stripeSizeBytes: 65_536 }, 1);
        for (const each of legs) expect(each.sizeBytes).toBe(Math.max(fresh.sizeBytes, GiB + 8 * MiB));
        expect(growth.legs.map(({ toDataBytes }) => toDataBytes)).toEqual([fresh.dataBytes, fresh.dataBytes]);
      }),
    );
  });

  test('given a concatenation, then only its end grows: what lies before keeps its place', () => {
    const spec = { ...small.spec, protection: 'concatenated' as const, sizeBytes: 2 * GiB };
    const two = volume({
      spec,
      array: null,
      legs: [leg(0, 't1', { sizeBytes: GiB, dataBytes: GiB }), leg(1, 't2', { sizeBytes: GiB, dataBytes: GiB })],
    });
    expect(planGrowth(two, 3 * GiB, drives(GiB)).legs).toMatchObject([{ sizeBytes: GiB }, { sizeBytes: 2 * GiB }]);
  });

  test('given too little space, then the shortage says in numbers what is short on which drive', () => {
    const { code, shortages } = refusal(() => planGrowth(small, 2 * GiB, drives(GiB - 1)));
    expect({ code, shortages }).toEqual({
      code: 'insufficient-space',
      shortages: ['t1', 't2'].map((name) => ({
        what: 'space',
        unit: 'bytes',
        needed: GiB,
        available: GiB - 1,
        where: `drive S-${name} of ${name}`,
      })),
    });
  });

  test.each([
    ['smaller', {}, GiB / 2, /grow, not shrink/],
    ['degraded', { health: 'degraded' as const }, 2 * GiB, /it is degraded/],
    ['rebuilding', { health: 'rebuilding' as const }, 2 * GiB, /it is rebuilding/],
    ['detached with a stale leg', { legs: [leg(0, 't1', { inSync: false }), leg(1, 't2')] }, 2 * GiB, /leg 0 on t1 is not in sync/],
    ['with a leg missing', { legs: [leg(0, 't1')] }, 2 * GiB, /1 of its 2 legs are missing/],
    ['growing already', { growth: { toSizeBytes: 3 * GiB, legs: [], legsGrown: false } }, 2 * GiB, /is growing to 3/],
  ])('given a volume that is %s, then it is refused and says why', (_, change, to, why) => {
    expect(refusal(() => planGrowth({ ...small, ...change }, to, drives(2 ** 50))).message).toMatch(why);
  });
});
