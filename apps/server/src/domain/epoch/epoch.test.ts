import { describe, expect, test } from 'vitest';
import { leg, NOW, volume } from '../world/worlds.fixture.js';
import { lossOf, newEpoch, whyNotWithout } from './epoch.js';

const change = (...ids: string[]) => ({ givenUp: new Set(ids), now: NOW, revokedAttachmentId: null });
const raid10 = () =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't3', { inSync: false })],
  });
const withStale = (...stale: number[]) =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2')].map((each) => ({ ...each, inSync: !stale.includes(each.index) })),
  });

describe('S4: a new epoch', () => {
  test('given the only leg in sync is given up, then the other is the base of a new epoch with a new array UUID', () => {
    const next = newEpoch(volume({ legs: [leg(0, 't1', { inSync: false }), leg(1, 't2')] }), [], change('leg-1')).volume;
    expect(next).toMatchObject({ epoch: 2, array: { previousUuid: 'u', created: true }, legs: [{ id: 'leg-0', inSync: true, epoch: 2 }] });
    expect(next.array?.uuid).not.toBe('u');
    expect(next.obsoleteLegs).toMatchObject([{ id: 'leg-1', epoch: 1, why: 'loss-accepted', inSync: false, desired: 'present' }]);
  });

  test('given a stale leg of another set, then it leaves too: it carries the older history', () => {
    const next = newEpoch(raid10(), [], change('leg-1')).volume;
    expect(next.legs.map(({ id }) => id)).toEqual(['leg-0', 'leg-2']);
    expect(next.obsoleteLegs?.map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
  });

  test('given a leg that missed writes would go on beside a set that did not, then it is refused: mdadm would start that only by force', () => {
    expect(() => newEpoch(withStale(0), [], change('leg-1'))).toThrow(/leg 0 on t1, which missed writes .* Bring leg 1 on t2 back/);
    expect(() => lossOf(withStale(0), new Set(['leg-1']))).toThrow(/only by force/);
    expect(whyNotWithout(withStale(0), new Set(['leg-1']))).toContain('Nothing was given up');
    expect(whyNotWithout(withStale(3), new Set(['leg-1']))).toBeNull();
  });

  test('given all sets lost the same, as one node had a leg of each, then they go on together', () => {
    const next = newEpoch(withStale(0, 2), [], change('leg-1', 'leg-3')).volume;
    expect(next.legs.map(({ id, inSync }) => [id, inSync])).toEqual([
      ['leg-0', true],
      ['leg-2', true],
    ]);
  });

  test('given a set would have no leg at all, then it is refused and the set named', () => {
    expect(() => newEpoch(raid10(), [], change('leg-0', 'leg-1'))).toThrow(/mirror set 0 .* no leg with data at all/);
  });

  test('given an epoch that was never seen running, when a second loss is accepted, then legs are still known by the UUID that they carry', () => {
    const once = newEpoch(raid10(), [], change('leg-1')).volume;
    const twice = newEpoch({ ...once, legs: [...once.legs, leg(1, 't4')] }, [], change('leg-0')).volume;
    expect(twice).toMatchObject({ epoch: 3, array: once.array });
  });

  test('given what is lost with it, then that is what only the legs given up had', () => {
    expect(lossOf(withStale(0, 2), new Set(['leg-1', 'leg-3'])).map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
    expect(lossOf(volume(), new Set(['leg-1']))).toEqual([]);
  });

  test('given no mirror, or one that was never written, then it is refused', () => {
    expect(() => newEpoch(volume({ array: null }), [], change('leg-1'))).toThrow(/has no mirror/);
    expect(() => newEpoch(volume({ array: { uuid: 'u', dataOffsetBytes: 0, created: false } }), [], change('leg-1'))).toThrow(
      /never written/,
    );
  });
});
