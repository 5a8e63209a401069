import { describe, expect, it } from 'vitest';
import { leg, volume } from '../world/worlds.fixture.js';
import { mirrorSlots, otherHalves, requestedSpec, setsOf, sharedHalves, vacantIndexes } from './volume.document.js';

const PAIRS = { protection: 'raid10' } as const;
const THREE = { protection: 'raid1', copies: 3 } as const;
const at = (...indexes: number[]) => indexes.map((index) => ({ index }));

describe('mirror sets', () => {
  it('are pairs of legs, or three legs, or single legs without a mirror', () => {
    expect(at(0, 1, 2, 3).map(setsOf(PAIRS))).toEqual([0, 0, 1, 1]);
    expect(at(0, 1, 2).map(setsOf(THREE))).toEqual([0, 0, 0]);
    expect(at(0, 1, 2).map(setsOf({ protection: 'raid0' }))).toEqual([0, 1, 2]);
  });

  it('have a slot for each half, even if a leg is missing', () => {
    expect([mirrorSlots(PAIRS, []), mirrorSlots(PAIRS, at(1)), mirrorSlots(PAIRS, at(0, 4))]).toEqual([0, 2, 6]);
    expect([mirrorSlots(THREE, []), mirrorSlots(THREE, at(1))]).toEqual([0, 3]);
    expect(vacantIndexes(THREE, at(1))).toEqual([0, 2]);
    expect(vacantIndexes(PAIRS, at(0, 2, 3))).toEqual([1]);
  });

  it('name the other halves of an index, and pairs of them in one failure domain', () => {
    expect(otherHalves({ spec: THREE, legs: at(0, 1, 2) }, 1)).toEqual(at(0, 2));
    expect(otherHalves({ spec: PAIRS, legs: at(0, 1, 2, 3) }, 2)).toEqual(at(3));
    const legs = ['r1', 'r2', 'r1'].map((failureDomain, index) => leg(index, `t${index}`, { spec: { failureDomain } }));
    expect(sharedHalves(THREE, legs).map((pair) => pair.map(({ index }) => index))).toEqual([[0, 2]]);
    expect(sharedHalves(PAIRS, legs)).toEqual([]);
  });
});

it('requestedSpec numbers the copies that are not stored', () => {
  const { spec } = volume();
  expect(requestedSpec(spec).copies).toBe(2);
  expect(requestedSpec({ ...spec, copies: 3 }).copies).toBe(3);
  expect(requestedSpec({ ...spec, protection: 'raid0' }).copies).toBe(1);
});
