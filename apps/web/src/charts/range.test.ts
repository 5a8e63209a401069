import { expect, test } from 'vitest';
import { rangeNames, rangeSearch, ranges, rereadAfterMs } from './range.js';

test.each([
  ['6h', { range: '6h' }],
  ['15m', {}],
  ['2h', {}],
  ['toString', {}],
  [7, {}],
  [undefined, {}],
])('reads the range %s of the address as %o, without the default and invalid values', (range, kept) => {
  expect(rangeSearch({ range, other: 'x' })).toEqual(kept);
});

test('rereads a range after at least 20 s and at most 7 % of its length', () => {
  for (const range of rangeNames) {
    expect(rereadAfterMs(range)).toBeGreaterThanOrEqual(20_000);
    expect(rereadAfterMs(range)).toBeLessThanOrEqual(ranges[range].seconds * 1000 * 0.07);
  }
});
