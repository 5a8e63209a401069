import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from './histogram.js';
import { emptyHistogram, fromSparse, histogramDifference, mergeHistograms, toSparse, totalOf } from './histograms.js';
import { averageNs, PERCENTILE_FRACTIONS, percentile } from './percentile.js';

/** Counts as the kernel does: a bucket starts at its lower bound (drivers/md/dm-stats.c). */
function histogramOf(latencies: readonly number[]): number[] {
  const histogram = emptyHistogram();
  for (const latency of latencies) {
    const bucket = LATENCY_BOUNDS_NS.filter((bound) => bound <= latency).length;
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}
const exact = (latencies: readonly number[], fraction: number): number =>
  [...latencies].sort((a, b) => a - b)[Math.max(1, Math.ceil(Math.round(fraction * 1000 * latencies.length) / 1000)) - 1] ?? Number.NaN;

/** 1 µs to 60 s, evenly over the octaves, so also below the first bound and above the last. */
const latency = fc.double({ min: Math.log(1_000), max: Math.log(60e9), noNaN: true }).map((value) => Math.round(Math.exp(value)));
const latencies = fc.array(latency, { minLength: 1, maxLength: 400 });

test('states bounds that contain the exact percentile of any latencies', () => {
  fc.assert(
    fc.property(latencies, fc.constantFrom(...PERCENTILE_FRACTIONS), (values, fraction) => {
      const found = percentile(histogramOf(values), fraction);
      const truth = exact(values, fraction);
      expect(found?.lowerNs).toBeLessThanOrEqual(truth);
      expect(found?.upperNs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(truth);
      expect(found?.ns).toBeGreaterThanOrEqual(found?.lowerNs ?? Number.NaN);
      expect(found?.ns).toBeLessThanOrEqual(found?.upperNs ?? Number.POSITIVE_INFINITY);
    }),
  );
});

test('returns percentiles of merged histograms as of all their latencies together', () => {
  fc.assert(
    fc.property(fc.array(latencies, { minLength: 1, maxLength: 12 }), fc.constantFrom(...PERCENTILE_FRACTIONS), (groups, fraction) => {
      const merged = mergeHistograms(groups.map(histogramOf));
      expect(merged).toEqual(histogramOf(groups.flat()));
      const found = percentile(merged, fraction);
      expect(found?.lowerNs).toBeLessThanOrEqual(exact(groups.flat(), fraction));
      expect(found?.upperNs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(exact(groups.flat(), fraction));
    }),
  );
});

test('subtracts cumulative histograms, or returns null if one fell or has another shape', () => {
  fc.assert(
    fc.property(latencies, latencies, (first, second) => {
      const [before, now] = [histogramOf(first), histogramOf([...first, ...second])];
      expect(histogramDifference(now, before)).toEqual(histogramOf(second));
      expect(histogramDifference(before, now)).toBeNull();
      expect(histogramDifference(now.slice(1), before)).toBeNull();
      expect(histogramDifference(now, [...before, 0])).toBeNull();
      expect(fromSparse(toSparse(now))).toEqual(now);
    }),
  );
});

test('keeps buckets at most 19 % wide, and spreads ranks in one evenly by ratio', () => {
  for (let at = 1; at < LATENCY_BOUNDS_NS.length; at++)
    expect((LATENCY_BOUNDS_NS[at] ?? 0) / (LATENCY_BOUNDS_NS[at - 1] ?? 1)).toBeLessThan(1.1893);
  const one = fromSparse([[4, 1000]]);
  const [low = 0, high = 0] = LATENCY_BOUNDS_NS.slice(3, 5);
  expect(percentile(one, 0.5)?.ns).toBeCloseTo(Math.sqrt(low * high), 3);
  expect(percentile(one, 0.999)?.ns).toBeCloseTo(low * (high / low) ** 0.999, 3);
});

test('returns no percentile or average without I/O, and no upper bound for the last bucket', () => {
  expect(percentile(emptyHistogram(), 0.5)).toBeNull();
  expect(averageNs({ reads: 0, writes: 0, timeNs: 0 })).toBeNull();
  expect(averageNs({ reads: 1, writes: 3, timeNs: 400 })).toBe(100);
  const slow = fromSparse([[LATENCY_BUCKETS - 1, 5]]);
  expect(percentile(slow, 0.99)).toEqual({ ns: LATENCY_BOUNDS_NS.at(-1), lowerNs: LATENCY_BOUNDS_NS.at(-1), upperNs: null });
  expect(totalOf(slow)).toBe(5);
});
