import { expect, test } from 'vitest';
import { slopeOf } from './slope.js';

test('returns the slope of a line, unchanged by symmetric noise', () => {
  const line = Array.from({ length: 9 }, (_, x): [number, number] => [x, 3 + 2 * x]);
  expect(slopeOf(line)).toBeCloseTo(2);
  expect(
    slopeOf(
      line.flatMap(([x, y]): [number, number][] => [
        [x, y + 5],
        [x, y - 5],
      ]),
    ),
  ).toBeCloseTo(2);
});
