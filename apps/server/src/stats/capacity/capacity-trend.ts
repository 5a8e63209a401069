import { LEAST_HISTORY_HOURS, LEAST_HISTORY_SAMPLES } from '@weft/shared/kinds/capacity-forecast';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The slopes of all pairs of these are compared: 1,770 of them. */
const MOST_POINTS = 60;

/** Bytes of the drives of a class, or of the cluster, at one time. */
export interface CapacitySample {
  /** Milliseconds since 1970. */
  at: number;
  capacityBytes: number;
  allocatedBytes: number;
}

export interface CapacityTrend {
  samples: number;
  spanHours: number;
  /** Bytes per day; null: not enough history. */
  slope: number | null;
}

export const noTrend: CapacityTrend = { samples: 0, spanHours: 0, slope: null };

interface Point {
  at: number;
  bytes: number;
}

/**
 * How fast the allocated bytes grow: the median of the slopes between all pairs of points (Theil 1950, Sen 1968). Up to 29 % of the points may be wrong
 * without any effect. `samples` are in order of time; only the first of each hour counts, because two servers may have written the same hour.
 */
export function capacityTrend(samples: readonly CapacitySample[]): CapacityTrend {
  const hourly = firstOfEachHour(samples);
  const points = grown(hourly);
  const spanMs = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const isEnough = points.length >= LEAST_HISTORY_SAMPLES && spanMs >= LEAST_HISTORY_HOURS * HOUR_MS;
  return { samples: points.length, spanHours: spanMs / HOUR_MS, slope: isEnough ? medianSlope(thinned(points)) * DAY_MS : null };
}

/** Without the time before the first drive was in service. */
function firstOfEachHour(samples: readonly CapacitySample[]): CapacitySample[] {
  const kept: CapacitySample[] = [];
  const hourOf = ({ at }: CapacitySample) => Math.floor(at / HOUR_MS);
  for (const sample of samples) {
    const last = kept.at(-1);
    const isFirst = last ? hourOf(sample) > hourOf(last) : sample.capacityBytes > 0;
    if (isFirst) kept.push(sample);
  }
  return kept;
}

/** The sum of all changes so far. While the capacity changes, drives enter or leave the class with the bytes on them: such a change is no growth. */
function grown(samples: readonly CapacitySample[]): Point[] {
  let bytes = 0;
  return samples.map(({ at, capacityBytes, allocatedBytes }, index) => {
    const before = samples[index - 1];
    if (before && before.capacityBytes === capacityBytes) bytes += allocatedBytes - before.allocatedBytes;
    return { at, bytes };
  });
}

/** At most 60 points: the last one of each sixtieth of the time. */
function thinned(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= MOST_POINTS) return points;
  const width = (last.at - first.at + 1) / MOST_POINTS;
  const kept = new Map<number, Point>();
  for (const point of points) kept.set(Math.floor((point.at - first.at) / width), point);
  return [...kept.values()];
}

/** Bytes per millisecond. @param points at least two, each later than the one before */
function medianSlope(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, from] of points.entries())
    for (const to of points.slice(index + 1)) slopes.push((to.bytes - from.bytes) / (to.at - from.at));
  slopes.sort((a, b) => a - b);
  const middle = (slopes.length - 1) / 2;
  return ((slopes[Math.floor(middle)] ?? 0) + (slopes[Math.ceil(middle)] ?? 0)) / 2;
}
