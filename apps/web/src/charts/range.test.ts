import { expect, test } from 'vitest';
import { rangeNames, rangeSearch, ranges, rereadAfterMs } from './range.js';

test.each([
  ['6h', { range: '6h' }],
  ['15m', {}],
  ['2h', {}],
  ['toString', {}],
  [7, {}],
  [undefined, {}],
])('given %s in the address, then %o is kept of it: the default and what is no range are not', (range, kept) => {
  expect(rangeSearch({ range, other: 'x' })).toEqual(kept);
});

test('given any range, then it is read again in a small part of it, and never more often than every 20 s', () => {
  for (const range of rangeNames) {
    expect(rereadAfterMs(range)).toBeGreaterThanOrEqual(20_000);
    expect(rereadAfterMs(range)).toBeLessThanOrEqual(ranges[range].seconds * 1000 * 0.07);
  }
});
