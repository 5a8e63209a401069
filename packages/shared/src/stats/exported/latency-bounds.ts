import { LATENCY_BOUNDS_NS } from '../histogram.js';

/** Bounds of exported histograms in seconds: every fourth of Weft's own, one per octave (docs/decisions/exported-latency-bounds.md). */
export const EXPORTED_LATENCY_BOUNDS_SECONDS: readonly number[] = LATENCY_BOUNDS_NS.filter((_, index) => index % 4 === 0).map(
  (bound) => bound / 1e9,
);
