import { expect, test } from 'vitest';
import type { History } from '../timeline.js';
import { heatMap, strength } from './heat-map.js';
import { coreRows } from './heat-rows.js';

const history: History = {
  from: 0,
  to: 40_000,
  readAt: 40_000,
  stepMs: 10_000,
  tierMs: 10_000,
  series: {
    iops: { values: [100, null, 0, null] },
    'latency-heat-map': { lists: [[0, 30, 10], null, [0, 0, 0], null] },
  },
};
const wanted = { metric: 'latency-heat-map', rate: 'iops' } as const;
const live = (second: number, list: number[], iops = list.reduce((sum, count) => sum + count, 0)) => ({
  at: second * 1000,
  values: { iops, 'latency-heat-map': list },
});
const valuesOf = (map: ReturnType<typeof heatMap>) => map.columns.map(({ values }) => values);

test('shows cells as I/O per second, no I/O as zero and unobserved steps as gaps', () => {
  const map = heatMap(history, [], { from: 0, to: 40_000 }, wanted);
  expect(valuesOf(map)).toEqual([[0, 75, 25], null, [0, 0, 0], null]);
  expect(map).toMatchObject({ most: 75, rows: { first: 1, last: 2 }, height: 3 });
});

test('fills steps that are not stored yet with the mean of their live values', () => {
  const points = [live(5, [9, 9, 9]), live(31, [0, 10, 0]), live(35, [0, 20, 4]), live(41, [1, 0, 0])];
  const map = heatMap(history, points, { from: 0, to: 41_000 }, wanted);
  expect(valuesOf(map)).toEqual([[0, 75, 25], null, [0, 0, 0], [0, 15, 2], [1, 0, 0]]);
  expect(map.columns.map(({ isLive }) => isLive)).toEqual([false, true, false, true, true]);
});

test('scales a live sample of 5 s to I/O per second', () => {
  const map = heatMap(history, [live(35, [0, 40, 10], 10), live(36, [0, 8, 2])], { from: 0, to: 40_000 }, wanted);
  expect(valuesOf(map)[3]).toEqual([0, 8, 2]);
});

test('has no more columns than the window has steps after an hour of live values', () => {
  const points = Array.from({ length: 3600 }, (_, second) => live(40 + second, [0, 1, 0]));
  expect(heatMap(history, points, { from: 3_339_000, to: 3_639_000 }, wanted).columns).toHaveLength(31);
});

test('scales the colour of cores to a full core, not to the busiest one', () => {
  const cores: History = { ...history, series: { 'core-busy': { lists: [[0.02, 0.05], null, [0.01, 0], null] } } };
  const map = heatMap(cores, [], { from: 0, to: 40_000 }, { metric: 'core-busy', full: coreRows.full });
  expect(map.most).toBe(1);
  expect(strength(0.05, map.most, coreRows.scale)).toBe(0.05);
});

test('has no rows when nothing was observed', () => {
  expect(heatMap({ ...history, series: {} }, [], { from: 0, to: 40_000 }, wanted)).toMatchObject({ most: 0, rows: null });
});

test('keeps a weak cell visible on the logarithmic scale, and draws nothing for zero', () => {
  expect(strength(1, 1000, 'logarithmic')).toBeCloseTo(0.25);
  expect(strength(1, 1e9, 'logarithmic')).toBe(0.08);
  expect(strength(0, 1000, 'logarithmic')).toBe(0);
  expect(strength(250, 1000, 'linear')).toBe(0.25);
});
