import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from './result.js';

/** The value below which a fraction of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
}

/** Of an even number of samples, the mean of the two in the middle: the lower one alone is too low by half of their distance. */
export const median = (samples: readonly number[]): number =>
  (percentile(samples, 0.5) -
    percentile(
      samples.map((each) => -each),
      0.5,
    )) /
  2;

/** The two samples between which the median lies with at least 95 % certainty, for any distribution (sign test: binomial of n and 1/2). */
export function medianInterval(samples: readonly number[]): { low: number; high: number } {
  const sorted = [...samples].sort((a, b) => a - b);
  const n = sorted.length;
  let rank = 0;
  // Probability of at most `rank` heads in n tosses.
  for (let one = 0.5 ** n, sum = one; sum <= 0.025; sum += one) {
    one *= (n - rank) / (rank + 1);
    rank += 1;
  }
  if (rank === 0) throw new Error(`a median of ${n} samples has no 95 % interval: take 6 or more`);
  return { low: sorted[rank - 1] ?? Number.NaN, high: sorted[n - rank] ?? Number.NaN };
}

/** Single rounds differ by a factor of two on an emulated machine: a median of few rounds says little without its interval. */
export function intervalRows(ratios: readonly number[]): Measurement[] {
  const { low, high } = medianInterval(ratios);
  return [
    { name: `… median of ${ratios.length} rounds; 95 % interval from`, value: low, unit: 'ratio' },
    { name: '… to', value: high, unit: 'ratio' },
  ];
}

/**
 * Calls at a fixed rate, whether or not earlier calls were answered: a slow server gets no relief, and its queue counts as latency.
 * @returns milliseconds of each call, from the moment it was due
 */
export async function atRate(perSecond: number, seconds: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, n) => {
    const due = began + (n * 1000) / perSecond;
    await sleep(due - performance.now());
    await call(n);
    return performance.now() - due;
  });
  return Promise.all(calls);
}

/** Rows for p50 and p99; p99 has an aim. */
export function asRows(name: string, samples: readonly number[], aimMs: number): Measurement[] {
  const p99 = percentile(samples, 0.99);
  return [
    { name: `${name}, p50`, value: percentile(samples, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: p99, unit: 'ms', aim: `under ${aimMs} ms`, met: p99 < aimMs },
  ];
}
