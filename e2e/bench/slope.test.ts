import { expect, test } from 'vitest';
import { slopeOf } from './slope.js';

test('given points on a line, then its slope; given noise that is alike on both sides, then the same', () => {
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
