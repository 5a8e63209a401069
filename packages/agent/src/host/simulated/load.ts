import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { hashOf } from './random.js';

/** I/O that a simulated volume carries: mean rates, and a log-normal latency. */
export interface LoadProfile {
  readIops: number;
  writeIops: number;
  blockBytes: number;
  /** Half of all I/O is faster. */
  medianLatencyNs: number;
  /** Spread: the standard deviation of the latency's natural logarithm. 0.5: the 99th percentile is about 3.2 times the median. */
  spread: number;
}

/** As dm-stats counts: values only grow. */
export interface Load {
  reads: number;
  writes: number;
  readBytes: number;
  writtenBytes: number;
  /** Sum over all I/O. */
  timeNs: number;
  /** Between the bounds of LATENCY_BOUNDS_NS, with one bucket under the first and one over the last. */
  histogram: number[];
}

/** Rates swing by this much around their mean. */
const SWING = 0.3;
const PERIOD_MS = 120_000;

export const NO_LOAD: Load = {
  reads: 0,
  writes: 0,
  readBytes: 0,
  writtenBytes: 0,
  timeNs: 0,
  histogram: Array.from({ length: LATENCY_BOUNDS_NS.length + 1 }, () => 0),
};

/** Whole counts that add up to `total`, each as near to its share as possible without falling below its previous value. */
function apportioned(total: number, shares: readonly number[], before: readonly number[]): number[] {
  const counts = shares.map((share, bucket) => Math.max(before[bucket] ?? 0, Math.floor(share * total)));
  let missing = total - counts.reduce((sum, count) => sum + count, 0);
  const shortOf = (bucket: number) => (shares[bucket] ?? 0) * total - (counts[bucket] ?? 0);
  const shortest = [...counts.keys()].sort((a, b) => shortOf(b) - shortOf(a));
  for (const bucket of missing > 0 ? shortest : shortest.reverse()) {
    if (missing === 0) break;
    const change = missing > 0 ? 1 : -Math.min(-missing, (counts[bucket] ?? 0) - (before[bucket] ?? 0));
    counts[bucket] = (counts[bucket] ?? 0) + change;
    missing -= change;
  }
  return counts;
}

/** Counters as a function of time: no work per I/O, and none while nobody reads them. */
export class SimulatedLoad {
  #units = 0;
  #sinceMs: number;
  #speed = 1;
  #slowness = 1;
  #before: Load;
  readonly #phase: number;
  /** Share of all I/O in each bucket. */
  #shares: number[] = [];
  /** Counts that were returned last, since #sinceMs. */
  #counted: number[] = NO_LOAD.histogram;

  constructor(
    readonly profile: LoadProfile | null,
    nowMs: number,
    name: string,
    before: Load = NO_LOAD,
  ) {
    this.#sinceMs = nowMs;
    this.#before = before;
    this.#phase = (hashOf(name) / 2 ** 32) * 2 * Math.PI;
  }

  /** 1: as in the profile; 0: everything waits. Slower means fewer I/O, and latencies longer by the same factor unless `slowness` is given. */
  setSpeed(nowMs: number, speed: number, slowness = 1 / speed): void {
    if (speed === this.#speed && (speed === 0 || slowness === this.#slowness)) return;
    this.#before = this.counters(nowMs);
    this.#units = 0;
    this.#sinceMs = nowMs;
    this.#speed = speed;
    this.#slowness = slowness;
    this.#shares = [];
    this.#counted = NO_LOAD.histogram;
  }
  stop(nowMs: number): void {
    this.setSpeed(nowMs, 0);
  }

  counters(nowMs: number): Load {
    const { profile } = this;
    if (!profile || this.#speed === 0) return this.#before;
    this.#units = this.#seconds(nowMs) * this.#speed;
    const reads = Math.floor(profile.readIops * this.#units);
    const writes = Math.floor(profile.writeIops * this.#units);
    const median = profile.medianLatencyNs * this.#slowness;
    const mean = median * Math.exp(profile.spread ** 2 / 2);
    this.#counted = apportioned(reads + writes, this.#share(median, profile.spread), this.#counted);
    const counted = this.#counted;
    const before = this.#before;
    return {
      reads: before.reads + reads,
      writes: before.writes + writes,
      readBytes: before.readBytes + reads * profile.blockBytes,
      writtenBytes: before.writtenBytes + writes * profile.blockBytes,
      timeNs: before.timeNs + Math.floor((reads + writes) * mean),
      histogram: before.histogram.map((count, bucket) => count + (counted[bucket] ?? 0)),
    };
  }

  /** Integral of 1 + SWING · sin over the time since the start. */
  #seconds(nowMs: number): number {
    const omega = (2 * Math.PI) / PERIOD_MS;
    const swing = (SWING / omega) * (Math.cos(omega * this.#sinceMs + this.#phase) - Math.cos(omega * nowMs + this.#phase));
    return (nowMs - this.#sinceMs + swing) / 1000;
  }
  #share(medianNs: number, spread: number): number[] {
    if (this.#shares.length > 0) return this.#shares;
    const under = LATENCY_BOUNDS_NS.map((bound) => normalShare(Math.log(bound / medianNs) / spread));
    this.#shares = [...under, 1].map((share, bucket) => share - (bucket === 0 ? 0 : (under[bucket - 1] ?? 0)));
    return this.#shares;
  }
}

/** Adds one I/O. */
export function oneMore(load: Load, direction: 'reads' | 'writes', bytes: number, latencyNs: number): Load {
  const bucket = LATENCY_BOUNDS_NS.filter((bound) => bound <= latencyNs).length;
  const size = direction === 'reads' ? 'readBytes' : 'writtenBytes';
  return {
    ...load,
    [direction]: load[direction] + 1,
    [size]: load[size] + bytes,
    timeNs: load.timeNs + latencyNs,
    histogram: load.histogram.with(bucket, (load.histogram[bucket] ?? 0) + 1),
  };
}

export const addLoads = (one: Load, other: Load): Load => ({
  reads: one.reads + other.reads,
  writes: one.writes + other.writes,
  readBytes: one.readBytes + other.readBytes,
  writtenBytes: one.writtenBytes + other.writtenBytes,
  timeNs: one.timeNs + other.timeNs,
  histogram: one.histogram.map((count, bucket) => count + (other.histogram[bucket] ?? 0)),
});

/** Cumulative normal distribution, to 1e-7 (Abramowitz and Stegun, 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}
