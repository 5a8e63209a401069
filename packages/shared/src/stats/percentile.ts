import { type Histogram, LATENCY_BUCKETS } from './histogram.js';
import { bucketBounds, totalOf } from './histograms.js';

/*
 * Percentiles of merged histograms. The value of fraction f is the value of rank ⌈f · n⌉ (nearest rank). Its bucket is exact. Its place in the bucket is
 * interpolated geometrically, so the bucket's bounds are the error bounds. A bucket is 19 % wide.
 */

/** The fractions that Weft shows. */
export const PERCENTILE_FRACTIONS = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

export interface Percentile {
  ns: number;
  /** Bounds of its bucket: the exact value is in [lowerNs, upperNs]. */
  lowerNs: number;
  /** Null: the last bucket has no upper bound; `ns` is its lower bound, and the exact value is longer. */
  upperNs: number | null;
}

/** The latency that `fraction` of all I/O does not exceed. @returns null without I/O. */
export function percentile(counts: Histogram, fraction: number): Percentile | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  // In floating point, 0.07 · 100 is 7.000000000000001, which must not become rank 8.
  const rank = Math.min(total, Math.max(1, Math.ceil(fraction * total * (1 - 1e-12))));
  let below = 0;
  for (let bucket = 0; bucket < LATENCY_BUCKETS; bucket++) {
    const count = counts[bucket] ?? 0;
    if (below + count >= rank) return within(bucket, (rank - below) / count);
    below += count;
  }
  throw new Error(`a histogram of ${counts.length} buckets instead of ${LATENCY_BUCKETS}`);
}

function within(bucket: number, share: number): Percentile {
  const { lowerNs, upperNs } = bucketBounds(bucket);
  if (upperNs === null) return { ns: lowerNs, lowerNs, upperNs };
  // The first bucket starts at zero, where a geometric interpolation is impossible.
  const ns = lowerNs === 0 ? upperNs * share : lowerNs * (upperNs / lowerNs) ** share;
  return { ns: Math.min(upperNs, Math.max(lowerNs, ns)), lowerNs, upperNs };
}

/** Exact, because dm-stats sums all durations. @returns null without I/O. */
export const averageNs = ({ reads, writes, timeNs }: { reads: number; writes: number; timeNs: number }): number | null =>
  reads + writes === 0 ? null : timeNs / (reads + writes);
