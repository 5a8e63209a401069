import { type Histogram, LATENCY_BUCKETS } from './histogram.js';
import { bucketBounds, totalOf } from './histograms.js';

/*
 * Percentiles of merged histograms. The value of fraction f is the one of rank ⌈f · n⌉ (nearest rank). Its bucket is known for certain, its place in the
 * bucket is not: it is interpolated geometrically, and the bucket's bounds are the error bound. A bucket is 19 % wide.
 */

/** Those that Weft shows. */
export const PERCENTILE_FRACTIONS = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

export interface Percentile {
  ns: number;
  /** The bucket that it is in: the exact value is in [lowerNs, upperNs]. */
  lowerNs: number;
  /** Null: the last bucket is open, `ns` is where it begins, and the exact value is longer. */
  upperNs: number | null;
}

/** The latency that `fraction` of all I/O does not exceed. @returns null when there was no I/O. */
export function percentile(counts: Histogram, fraction: number): Percentile | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  // A product such as 0.07 · 100 is 7.000000000000001 in floating point, which must not become rank 8.
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
  // The first bucket begins at zero, where nothing can be multiplied.
  const ns = lowerNs === 0 ? upperNs * share : lowerNs * (upperNs / lowerNs) ** share;
  return { ns: Math.min(upperNs, Math.max(lowerNs, ns)), lowerNs, upperNs };
}

/** Exact, as dm-stats adds every duration up. @returns null without I/O. */
export const averageNs = ({ reads, writes, timeNs }: { reads: number; writes: number; timeNs: number }): number | null =>
  reads + writes === 0 ? null : timeNs / (reads + writes);
