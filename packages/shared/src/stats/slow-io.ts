import { type Histogram, LATENCY_BOUNDS_NS } from './histogram.js';

/** I/O of a histogram, and of it what took longer than the objective. @param objective seconds, a bound of the histogram */
export function slowOf(histogram: Histogram, objective: number): [total: number, slow: number] {
  let [total, slow] = [0, 0];
  for (let bucket = 0; bucket < histogram.length; bucket++) {
    const count = histogram[bucket] ?? 0;
    total += count;
    // The half nanosecond is for the rounding of seconds.
    if ((LATENCY_BOUNDS_NS[bucket] ?? Number.POSITIVE_INFINITY) > objective * 1e9 + 0.5) slow += count;
  }
  return [total, slow];
}
