import { expect, test } from 'vitest';
import type { ClassCapacity } from '../../api/types.js';
import { barParts, keyOf } from './capacity-parts.js';

const capacity = (repair: ClassCapacity['repair']): ClassCapacity => ({
  driveClass: { id: 'c', name: 'fast' },
  driveCount: 6,
  inServiceCount: 6,
  nodeCount: 3,
  capacityBytes: 100,
  usedBytes: 40,
  freeBytes: 50,
  reservedBytes: 10,
  repair,
  forecast: { samples: 0, spanHours: 0, trend: null },
});
const needing = (neededBytes: number) => capacity({ node: { id: 'n', name: 'n1' }, neededBytes, availableBytes: 30 });

test('has each coloured part of the bar in its key', () => {
  for (const each of [capacity(null), needing(0), needing(20), needing(90)]) {
    const named = keyOf(each).flatMap(({ kind }) => kind ?? []);
    expect(named.toSorted()).toEqual(
      barParts(each)
        .map(({ kind }) => kind)
        .toSorted(),
    );
  }
});

test('draws what a repair needs as a part of the free space, as far as it fits', () => {
  const share = (of: ClassCapacity) => barParts(of).find(({ kind }) => kind === 'needed')?.share;
  expect(share(needing(20))).toBe(0.2);
  expect(share(needing(90))).toBe(0.5);
  expect(share(capacity(null))).toBeUndefined();
});
