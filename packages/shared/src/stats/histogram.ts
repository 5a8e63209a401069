/*
 * The only latency histogram of Weft: four buckets per octave from 16 µs to 17 s, one below and one above. Cumulative in the kernel (dm-stats,
 * Documentation/admin-guide/device-mapper/statistics.rst), differences in samples. Counts add up over time, volumes and clients.
 */

/** Upper bounds of all buckets but the last, in nanoseconds. */
export const LATENCY_BOUNDS_NS: readonly number[] = Array.from({ length: 81 }, (_, index) => Math.round(16_000 * 2 ** (index / 4)));
export const LATENCY_BUCKETS = LATENCY_BOUNDS_NS.length + 1;

/** Counts of all buckets, `LATENCY_BUCKETS` long. */
export type Histogram = readonly number[];
