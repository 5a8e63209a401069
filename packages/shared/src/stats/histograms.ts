import { type Histogram, LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from './histogram.js';

/** Counts of all buckets as in a sample: pairs of bucket and count, in rising order of buckets, no zero counts. */
export type SparseHistogram = readonly (readonly [number, number])[];

export const emptyHistogram = (): number[] => new Array<number>(LATENCY_BUCKETS).fill(0);

export const toSparse = (histogram: Histogram): [number, number][] =>
  histogram.flatMap((count, bucket): [number, number][] => (count === 0 ? [] : [[bucket, count]]));

export function fromSparse(pairs: SparseHistogram): number[] {
  const histogram = emptyHistogram();
  for (const [bucket, count] of pairs) histogram[bucket] = (histogram[bucket] ?? 0) + count;
  return histogram;
}

/** Sums histograms over time, volumes or clients. Percentiles come from the sum; they are never averaged. */
export function mergeHistograms(histograms: Iterable<Histogram>): number[] {
  const sum = emptyHistogram();
  for (const histogram of histograms)
    for (let bucket = 0; bucket < sum.length; bucket++) sum[bucket] = (sum[bucket] ?? 0) + (histogram[bucket] ?? 0);
  return sum;
}

export const totalOf = (histogram: Histogram): number => histogram.reduce((sum, count) => sum + count, 0);

/** Counts between two readings of a cumulative histogram; null: the readings do not belong together (another shape, or a count fell). */
export function histogramDifference(now: Histogram, before: Histogram): number[] | null {
  if (now.length !== LATENCY_BUCKETS || before.length !== LATENCY_BUCKETS) return null;
  const difference = now.map((count, bucket) => count - (before[bucket] ?? 0));
  return difference.every((count) => count >= 0) ? difference : null;
}

/** Bounds of a bucket in nanoseconds. The last bucket has no upper bound: null. */
export const bucketBounds = (bucket: number): { lowerNs: number; upperNs: number | null } => ({
  lowerNs: bucket === 0 ? 0 : (LATENCY_BOUNDS_NS[bucket - 1] ?? 0),
  upperNs: LATENCY_BOUNDS_NS[bucket] ?? null,
});
