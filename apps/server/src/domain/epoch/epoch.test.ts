import { describe, expect, test } from 'vitest';
import { leg, NOW, volume } from '../world/worlds.fixture.js';
import { lossOf, newEpoch, whyNotWithout } from './epoch.js';

const change = (...ids: string[]) => ({ givenUp: new Set(ids), now: NOW, revokedAttachmentId: null });
const raid10 = () =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't3', { status: { inSync: false } })],
  });
const withStale = (...stale: number[]) =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2')].map((each) => ({
      ...each,
      status: { ...each.status, inSync: !stale.includes(each.index) },
    })),
  });

describe('newEpoch, lossOf and whyNotWithout (S4)', () => {
  test('continues with the stale leg under a new array UUID if the in-sync leg is removed', () => {
    const next = newEpoch(volume({ legs: [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')] }), [], change('leg-1')).volume;
    expect(next).toMatchObject({
      array: { status: { previousUuid: 'u', created: true } },
      legs: [{ id: 'leg-0', spec: { epoch: 2 }, status: { inSync: true } }],
      spec: { epoch: 2 },
    });
    expect(next.array?.spec.uuid).not.toBe('u');
    expect(next.obsoleteLegs).toMatchObject([
      { id: 'leg-1', spec: { epoch: 1, why: 'loss-accepted', desired: 'present' }, status: { inSync: false } },
    ]);
  });

  test('also removes a stale leg of another mirror set', () => {
    const next = newEpoch(raid10(), [], change('leg-1')).volume;
    expect(next.legs.map(({ id }) => id)).toEqual(['leg-0', 'leg-2']);
    expect(next.obsoleteLegs?.map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
  });

  test('refuses to continue with a stale leg next to a mirror set that has all writes', () => {
    expect(() => newEpoch(withStale(0), [], change('leg-1'))).toThrow(/leg 0 on t1, which missed writes .* Bring leg 1 on t2 back/);
    expect(() => lossOf(withStale(0), new Set(['leg-1']))).toThrow(/only by force/);
    expect(whyNotWithout(withStale(0), new Set(['leg-1']))).toContain('Nothing was given up');
    expect(whyNotWithout(withStale(3), new Set(['leg-1']))).toBeNull();
  });

  test('continues with the stale legs of all mirror sets if these legs are on one node', () => {
    const next = newEpoch(withStale(0, 2), [], change('leg-1', 'leg-3')).volume;
    expect(next.legs.map(({ id, status: { inSync } }) => [id, inSync])).toEqual([
      ['leg-0', true],
      ['leg-2', true],
    ]);
  });

  test('refuses to leave a mirror set without legs, and names the set', () => {
    expect(() => newEpoch(raid10(), [], change('leg-0', 'leg-1'))).toThrow(/mirror set 0 .* no leg with data at all/);
  });

  test('keeps both array UUIDs on a second accepted loss if the epoch was never reported running', () => {
    const once = newEpoch(raid10(), [], change('leg-1')).volume;
    const twice = newEpoch({ ...once, legs: [...once.legs, leg(1, 't4')] }, [], change('leg-0')).volume;
    expect(twice).toMatchObject({ array: once.array, spec: { epoch: 3 } });
  });

  test('lossOf returns the removed in-sync legs of sets that keep no in-sync leg', () => {
    expect(lossOf(withStale(0, 2), new Set(['leg-1', 'leg-3'])).map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
    expect(lossOf(volume(), new Set(['leg-1']))).toEqual([]);
  });

  test('refuses a volume that has no mirror or was never written', () => {
    expect(() => newEpoch(volume({ array: null }), [], change('leg-1'))).toThrow(/has no mirror/);
    expect(() =>
      newEpoch(volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 0 }, status: { created: false } } }), [], change('leg-1')),
    ).toThrow(/never written/);
  });
});
