import { expect, test } from 'vitest';
import { MOST_CLASSES, tightest } from './tightest.js';

type Capacity = Parameters<typeof tightest>[0][number];
const capacity = (name: string, usedBytes: number, missing = 0): Capacity => ({
  driveClass: { id: name, name },
  driveCount: 2,
  inServiceCount: 2,
  nodeCount: 2,
  capacityBytes: 100,
  usedBytes,
  freeBytes: 100 - usedBytes,
  reservedBytes: 0,
  repair: { node: { id: 'n', name: 'n' }, neededBytes: 10 + missing, availableBytes: 10 },
  forecast: { samples: 0, spanHours: 0, trend: null },
});
const names = (classes: readonly Capacity[]) => classes.map(({ driveClass }) => driveClass.name);

test('returns a few classes in the given order', () => {
  expect(names(tightest([capacity('a', 1), capacity('b', 9)]))).toEqual(['a', 'b']);
});

test('returns classes without repair headroom first, then the fullest, up to a limit', () => {
  const many = Array.from({ length: 100 }, (_, at) => capacity(`c${at}`, at));
  const shown = tightest([...many, capacity('short', 0, 5)]);
  expect(shown).toHaveLength(MOST_CLASSES);
  expect(names(shown).slice(0, 3)).toEqual(['short', 'c99', 'c98']);
});
