import { expect, test } from 'vitest';
import type { Observed } from '../points/observed.js';
import { clusterSeries, type Series } from '../points/series.js';
import { OpenPoints } from './open-points.js';

const series: Series = { kind: 'attachment', id: 'a', volume: 'v', node: 'n' };
const io = (reads: number, coveredMs: number): Observed => ({ coveredMs, numbers: { reads, writes: 0 }, histogram: [reads] });

test('splits samples over steps by time, keeps counts whole and loses none', () => {
  const open = new OpenPoints(10_000, 10);
  for (let n = 0; n < 4; n++) open.add(series, io(7, 5000), 3000 + n * 5000, 8000 + n * 5000);
  const points = open.takeEndedBefore(Number.POSITIVE_INFINITY);
  expect(points.map(({ at, observed }) => [at, observed.numbers.reads, observed.coveredMs])).toEqual([
    [0, 10, 7000],
    [10_000, 14, 10_000],
    [20_000, 4, 3000],
  ]);
  expect(points.flatMap(({ observed }) => observed.histogram ?? []).reduce((sum, count) => sum + count, 0)).toBe(28);
});

test('counts overlapping time of several clients once, and adds their I/O', () => {
  const open = new OpenPoints(10_000, 10);
  open.add(clusterSeries, io(100, 5000), 0, 5000);
  open.add(clusterSeries, io(50, 5000), 1000, 6000);
  expect(open.takeEndedBefore(20_000)[0]?.observed).toMatchObject({ coveredMs: 6000, numbers: { reads: 150 } });
});

test('keeps steps that have not ended', () => {
  const open = new OpenPoints(10_000, 10);
  open.add(series, io(10, 10_000), 5000, 15_000);
  expect(open.takeEndedBefore(10_000).map(({ at }) => at)).toEqual([0]);
  expect(open.size).toBe(1);
});

test('drops and counts objects beyond its capacity', () => {
  const open = new OpenPoints(10_000, 2);
  for (const id of ['a', 'b', 'c']) open.add({ kind: 'node', id }, io(1, 1000), 0, 1000);
  expect([open.size, open.takeDropped(), open.takeDropped()]).toEqual([2, 1, 0]);
});
