import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { expect, test } from 'vitest';
import { coreRows, latencyRows } from './heat-rows.js';

test('maps the middle of each latency bucket to its row, without gaps between rows', () => {
  for (let row = 0; row < LATENCY_BUCKETS; row++) {
    const [from, to] = latencyRows.edges(row);
    expect(latencyRows.rowAt(Math.sqrt(from * to))).toBe(row);
    if (row > 0) expect(latencyRows.edges(row - 1)[1]).toBeCloseTo(from, 12);
  }
  expect(latencyRows.name(0)).toBe('0 s to 16 µs');
  expect(latencyRows.name(LATENCY_BUCKETS - 1)).toBe('over 16.8 s');
});

test('places a few ticks for many cores, each in the middle of a core and with its name', () => {
  expect(coreRows.ticks(0, 64).map(coreRows.tickText)).toEqual([0, 8, 16, 24, 32, 40, 48, 56].map((core) => `CPU ${core}`));
  expect(coreRows.ticks(0, 4)).toEqual([0.5, 1.5, 2.5, 3.5]);
  expect(coreRows.name(coreRows.rowAt(3.4))).toBe('CPU 3');
});
