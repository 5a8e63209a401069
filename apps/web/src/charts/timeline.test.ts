import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { fromSparse } from '@weft/shared/stats/histograms';
import { expect, test } from 'vitest';
import { boundsAt, type History, timeline, valueAt, valueBefore, windowOf } from './timeline.js';

const history = (iops: (number | null)[]): History => ({
  from: 0,
  to: iops.length * 10_000,
  readAt: iops.length * 10_000,
  stepMs: 10_000,
  tierMs: 10_000,
  series: { iops: { values: iops } },
});
const live = (...seconds: number[]) => seconds.map((second) => ({ at: second * 1000, values: { iops: second } }));
const everything = { from: 0, to: 1e9 };
const drawn = (stored: History | null, points: ReturnType<typeof live>, window = everything) =>
  timeline(stored, points, window).map((slot) => [slot.at / 1000, valueAt(stored, slot, 'iops')]);

test('shows an unobserved step as a gap, and a zero as zero', () => {
  expect(drawn(history([5, 0, null, 7]), [])).toEqual([
    [10, 5],
    [20, 0],
    [30, null],
    [40, 7],
  ]);
});

test('replaces the stored value of a step with its live values', () => {
  expect(drawn(history([5, 6, 7]), live(12, 15, 20))).toEqual([
    [10, 5],
    [12, 12],
    [15, 15],
    [20, 20],
    [30, 7],
  ]);
});

test('shows a pause in live values as a gap until the history has values for it', () => {
  expect(drawn(null, live(1, 2, 42, 43))).toEqual([
    [1, 1],
    [2, 2],
    [22, null],
    [42, 42],
    [43, 43],
  ]);
  expect(drawn(history([1, 8, 9, 9]), live(1, 2, 42, 43))).toEqual([
    [1, 1],
    [2, 2],
    [20, 8],
    [30, 9],
    [40, 9],
    [42, 42],
    [43, 43],
  ]);
});

test('places the value of an unfinished step at its read time, where the axis ends', () => {
  const stored = { ...history([1, 2, 3]), readAt: 23_000 };
  expect(drawn(stored, [])).toEqual([
    [10, 1],
    [20, 2],
    [23, 3],
  ]);
  expect(windowOf(stored, [], 10, false)).toEqual({ from: 13_000, to: 23_000 });
});

test('shows nothing outside the window', () => {
  expect(drawn(history([1, 2, 3]), live(25, 35), { from: 15_000, to: 30_000 })).toEqual([
    [20, 2],
    [25, 25],
  ]);
});

test('ends a live axis at the newest live value, or one step before the end of stored data', () => {
  expect(windowOf(history([1, 2, 3]), live(24), 10, true)).toEqual({ from: 14_000, to: 24_000 });
  expect(windowOf(history([1, 2, 3]), [], 10, true)).toEqual({ from: 10_000, to: 20_000 });
  expect(windowOf(history([1, 2, 3]), live(99), 10, false)).toEqual({ from: 20_000, to: 30_000 });
  expect(windowOf(null, [], 10, true)).toBeNull();
});

test('returns the stored bounds of a percentile, and for a live value those of its bucket', () => {
  const stored: History = { ...history([]), to: 10_000, series: { 'latency-p99': { values: [0.2], lower: [0.1], upper: [null] } } };
  expect(boundsAt(stored, { at: 10_000, step: 0 }, 'latency-p99')).toEqual({ lower: 0.1, upper: null });
  expect(boundsAt(stored, { at: 10_000, step: 0 }, 'iops')).toBeNull();
  const point = { at: 1, values: { 'latency-heat-map': fromSparse([[7, 0.5]]) } };
  const [lower = 0, upper = 0] = LATENCY_BOUNDS_NS.slice(6, 8);
  expect(boundsAt(stored, { at: 1, live: point }, 'latency-p99')).toEqual({ lower: lower / 1e9, upper: upper / 1e9 });
  expect(boundsAt(stored, { at: 1 }, 'latency-p99')).toBeNull();
});

test('finds the value one period before in the step that ends then; gaps and times outside have none', () => {
  const before = { history: history([1, null, 3, 4]), shiftMs: 100_000 };
  const at = (seconds: number) => valueBefore(before, seconds * 1000, 'iops');
  expect([110, 115, 120, 130, 140].map(at)).toEqual([1, null, null, 3, 4]);
  expect([100, 141].map(at)).toEqual([null, null]);
  expect(valueBefore(before, 110_000, 'throughput')).toBeNull();
});
