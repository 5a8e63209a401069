import type { BenchmarkFigures, KernelLatency, Spread } from '@weft/shared/kinds/benchmarks/report';
import type { KernelIo } from '@weft/shared/messages/benchmark-orders';
import { fromSparse, mergeHistograms } from '@weft/shared/stats/histograms';
import { PERCENTILE_FRACTIONS, percentile } from '@weft/shared/stats/percentile';
import type { FioFigures } from '../documents/benchmark.document.js';

/** Figures of all these clients at the same time. Percentiles are those of the merged histograms; they are never averaged here. */
export function figuresOf(clients: readonly FioFigures[]): BenchmarkFigures {
  const add = (pick: (client: FioFigures) => number) => clients.reduce((sum, client) => sum + pick(client), 0);
  const ios = add(({ reads, writes }) => reads.ios + writes.ios);
  const bins = mergedBins(clients);
  return {
    iops: add(({ reads, writes }) => reads.iops + writes.iops),
    bytesPerSecond: add(({ reads, writes }) => reads.bytesPerSecond + writes.bytesPerSecond),
    readIops: add(({ reads }) => reads.iops),
    writeIops: add(({ writes }) => writes.iops),
    latencyAverageSeconds: ios === 0 ? null : add(({ reads, writes }) => reads.latencySeconds + writes.latencySeconds) / ios,
    latencyP50Seconds: percentileOf(bins, 0.5),
    latencyP90Seconds: percentileOf(bins, 0.9),
    latencyP95Seconds: percentileOf(bins, 0.95),
    latencyP99Seconds: percentileOf(bins, 0.99),
  };
}

function mergedBins(clients: readonly FioFigures[]): [number, number][] {
  const sum = new Map<number, number>();
  for (const { bins } of clients) for (const [ns, count] of bins) sum.set(ns, (sum.get(ns) ?? 0) + count);
  return [...sum].sort(([one], [other]) => one - other);
}

/** Nearest rank, as Weft's own percentiles (packages/shared/src/stats/percentile.ts). */
function percentileOf(bins: readonly (readonly [number, number])[], fraction: number): number | null {
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(fraction * total * (1 - 1e-12)));
  let below = 0;
  for (const [ns, count] of bins) {
    below += count;
    if (below >= rank) return ns / 1e9;
  }
  return (bins.at(-1)?.[0] ?? 0) / 1e9;
}

/** Share of the I/O that took longer than the limit; 0 without I/O. */
export function slowRatio({ bins }: FioFigures, limitMs: number): number {
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  const slow = bins.reduce((sum, [ns, count]) => sum + (ns > limitMs * 1e6 ? count : 0), 0);
  return total === 0 ? 0 : slow / total;
}

/** dm-stats of these volumes together; null: none was read. */
export function kernelLatency(volumes: readonly KernelIo[]): KernelLatency | null {
  if (volumes.length === 0) return null;
  const add = (pick: (volume: KernelIo) => number) => volumes.reduce((sum, volume) => sum + pick(volume), 0);
  const histogram = mergeHistograms(volumes.map((volume) => fromSparse(volume.histogram)));
  const ios = add(({ reads, writes }) => reads + writes);
  return {
    ios,
    averageSeconds: ios === 0 ? null : add(({ timeNs }) => timeNs) / ios / 1e9,
    percentiles: PERCENTILE_FRACTIONS.flatMap((fraction) => {
      const found = percentile(histogram, fraction);
      if (!found) return [];
      const { ns, lowerNs, upperNs } = found;
      return [{ fraction, seconds: ns / 1e9, lowerSeconds: lowerNs / 1e9, upperSeconds: upperNs === null ? null : upperNs / 1e9 }];
    }),
  };
}

/** Mean and sample standard deviation. @throws Error without values */
export function spreadOf(values: readonly number[]): Spread {
  const count = values.length;
  if (count === 0) throw new Error('a spread needs values');
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    standardDeviation: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    least: Math.min(...values),
    most: Math.max(...values),
    count,
  };
}

/** Scale from the median absolute deviation to the standard deviation of a normal distribution, and the limit of the modified z-score. */
const MAD_SCALE = 0.6745;
const OUTLIER_SCORE = 3.5;
/** A deviation below this share of the median is noise, however close the other values are to each other. */
const NEGLIGIBLE = 0.02;

/** Outliers by the modified z-score (Iglewicz and Hoaglin, 1993). It needs at least four values: fewer show no usual one. */
export function outliersOf(values: readonly number[]): boolean[] {
  if (values.length < 4) return values.map(() => false);
  const middle = medianOf(values);
  const deviation = medianOf(values.map((value) => Math.abs(value - middle)));
  return values.map((value) => {
    const away = Math.abs(value - middle);
    if (away <= NEGLIGIBLE * Math.abs(middle)) return false;
    return deviation === 0 || (MAD_SCALE * away) / deviation > OUTLIER_SCORE;
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
