import { expect, test } from 'vitest';
import { MergedPoints, mergeObjects } from './merged-points.js';
import { metricValue } from './metric-value.js';
import type { Observed } from './observed.js';
import type { Series } from './series.js';

const io = (reads: number, coveredMs: number): Observed => ({ coveredMs, numbers: { reads, writes: 0 } });
const of = (id: string, node: string): Series => ({ kind: 'attachment', id, volume: 'v', node });
const fine = { stepMs: 10_000, points: 'parts' } as const;
const iops = (points: MergedPoints) => metricValue('iops', points.result());

test('adds the parts of one point, from two servers or from one that restarted', () => {
  const points = new MergedPoints(fine);
  points.add({ series: of('a', 'n'), at: 0, observed: io(400, 4000) });
  points.add({ series: of('a', 'n'), at: 0, observed: io(500, 5000) });
  expect(points.result()).toMatchObject({ coveredMs: 9000, numbers: { reads: 900 } });
  expect(iops(points)).toBe(100);
});

test('computes the rate of a drive over the observed time when its legs miss a sample', () => {
  const points = new MergedPoints(fine);
  for (const id of ['a', 'b']) points.add({ series: of(id, 'n'), at: 0, observed: io(500, 5000) });
  expect(iops(points)).toBe(200);
});

test('adds the rates of simultaneous clients, but not of successive ones', () => {
  const both = new MergedPoints(fine);
  for (const node of ['n', 'm']) both.add({ series: of(node, node), at: 0, observed: io(1000, 10_000) });
  expect(iops(both)).toBe(200);
  const moved = new MergedPoints(fine);
  for (const node of ['n', 'm']) moved.add({ series: of(node, node), at: 0, observed: io(500, 5000) });
  expect(iops(moved)).toBe(100);
});

test('counts a whole point once when it was written twice', () => {
  const points = new MergedPoints({ stepMs: 60_000, points: 'whole' });
  for (let n = 0; n < 2; n++) points.add({ series: of('a', 'n'), at: 0, observed: io(6000, 60_000) });
  expect(points.result()).toMatchObject({ coveredMs: 60_000, numbers: { reads: 6000 } });
});

test('adds counts of several objects over the longest observed time', () => {
  expect(metricValue('iops', mergeObjects([io(6000, 60_000), io(2000, 20_000)]))).toBeCloseTo(8000 / 60);
});

test('returns no value without observed time, and zero without I/O', () => {
  expect(metricValue('iops', mergeObjects([]))).toBeNull();
  expect(metricValue('iops', io(0, 10_000))).toBe(0);
  expect(metricValue('latency-average', io(0, 10_000))).toBeNull();
});
