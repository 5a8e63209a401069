import { expect, test } from 'vitest';
import {
  moved,
  notAfter,
  rangeNames,
  rangeSearch,
  ranges,
  rereadAfterMs,
  SHORTEST_MS,
  scaled,
  spanOf,
  withCompare,
  withRange,
  zoomed,
} from './range.js';

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

test.each([
  [
    { from: 1_000_000, to: 1_600_000 },
    { from: 1_000_000, to: 1_600_000 },
  ],
  [{ from: 1_600_000, to: 1_000_000 }, {}],
  [{ from: 1_000_000, to: 1_000_001 }, {}],
  [{ from: '1000000', to: 1_600_000 }, {}],
  [{ from: 1_000_000 }, {}],
  [{ compare: true }, { compare: true }],
  [{ compare: 'yes' }, {}],
])('reads the zoom and the comparison of the address %o as %o', (search, kept) => {
  expect(rangeSearch(search)).toEqual(kept);
});

test('replaces the range by a zoomed period, and the period by a range; the comparison stays', () => {
  const search = zoomed({ range: '1h', compare: true }, { from: 1_000_000.4, to: 1_600_000.4 });
  expect(search).toEqual({ range: '1h', compare: true, from: 1_000_000, to: 1_600_000 });
  expect(spanOf(search)).toEqual({ from: 1_000_000, to: 1_600_000 });
  expect(withRange(search, '1h')).toEqual({ range: '1h', compare: true });
  expect(withRange(withCompare(search, false), '15m')).toEqual({});
  expect(spanOf({ range: '1h' })).toBeNull();
});

test('zooms no closer than the finest stored steps allow', () => {
  const search = zoomed({}, { from: 1_000_000, to: 1_000_010 });
  expect([search.from, search.to]).toEqual([1_000_005 - SHORTEST_MS / 2, 1_000_005 + SHORTEST_MS / 2]);
});

test('moves a period by half of its length, and scales it around its middle', () => {
  const drawn = { from: 1000, to: 2000 };
  expect([moved(drawn, -1), moved(drawn, 1)]).toEqual([
    { from: 500, to: 1500 },
    { from: 1500, to: 2500 },
  ]);
  expect([scaled(drawn, 0.5), scaled(drawn, 2)]).toEqual([
    { from: 1250, to: 1750 },
    { from: 500, to: 2500 },
  ]);
});

test('ends no period in the future', () => {
  expect(notAfter({ from: 1000, to: 2000 }, 1800)).toEqual({ from: 800, to: 1800 });
  expect(notAfter({ from: 1000, to: 2000 }, 2000)).toEqual({ from: 1000, to: 2000 });
});
