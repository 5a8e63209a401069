import { LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import type { IoCounters } from '../../host.js';

/** As dm-stats counts: values only grow. */
export interface Load {
  reads: number;
  writes: number;
  readBytes: number;
  writtenBytes: number;
  /** Sums over all reads and all writes. */
  readTimeNs: number;
  writeTimeNs: number;
  /** Between the bounds of LATENCY_BOUNDS_NS, with one bucket under the first and one over the last. */
  histogram: number[];
  /** The same of each direction alone. */
  directions: { reads: number[]; writes: number[] };
}

const NO_BUCKETS = Array.from({ length: LATENCY_BUCKETS }, () => 0);

export const NO_LOAD: Load = {
  reads: 0,
  writes: 0,
  readBytes: 0,
  writtenBytes: 0,
  readTimeNs: 0,
  writeTimeNs: 0,
  histogram: NO_BUCKETS,
  directions: { reads: NO_BUCKETS, writes: NO_BUCKETS },
};

/** Adds one I/O. */
export function oneMore(load: Load, direction: 'reads' | 'writes', bytes: number, latencyNs: number): Load {
  const bucket = bucketOf(latencyNs);
  const [size, time] = direction === 'reads' ? (['readBytes', 'readTimeNs'] as const) : (['writtenBytes', 'writeTimeNs'] as const);
  return {
    ...load,
    [direction]: load[direction] + 1,
    [size]: load[size] + bytes,
    [time]: load[time] + latencyNs,
    histogram: oneMoreIn(load.histogram, bucket),
    directions: { ...load.directions, [direction]: oneMoreIn(load.directions[direction], bucket) },
  };
}

const oneMoreIn = (buckets: number[], bucket: number): number[] => buckets.with(bucket, (buckets[bucket] ?? 0) + 1);
const addBuckets = (one: readonly number[], other: readonly number[]): number[] => one.map((count, bucket) => count + (other[bucket] ?? 0));

export const addLoads = (one: Load, other: Load): Load => ({
  reads: one.reads + other.reads,
  writes: one.writes + other.writes,
  readBytes: one.readBytes + other.readBytes,
  writtenBytes: one.writtenBytes + other.writtenBytes,
  readTimeNs: one.readTimeNs + other.readTimeNs,
  writeTimeNs: one.writeTimeNs + other.writeTimeNs,
  histogram: addBuckets(one.histogram, other.histogram),
  directions: {
    reads: addBuckets(one.directions.reads, other.directions.reads),
    writes: addBuckets(one.directions.writes, other.directions.writes),
  },
});

/** As a host reads them; the histograms of each direction only if it collects them. */
export const ioCounters = (origin: string, { directions, ...io }: Load, byDirection: boolean): IoCounters => ({
  origin,
  ...io,
  ...(byDirection ? { directions: { origin, ...directions } } : {}),
});

export const bucketOf = (latencyNs: number): number => LATENCY_BOUNDS_NS.filter((bound) => bound <= latencyNs).length;

/** Time of one I/O of a bucket: the middle of its bounds, so that the total time is within a bucket's width of what the histogram shows. */
const BUCKET_NS = Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => {
  const [lower, upper] = [LATENCY_BOUNDS_NS[bucket - 1], LATENCY_BOUNDS_NS[bucket]];
  return Math.round(lower === undefined ? (upper ?? 0) * 0.8 : upper === undefined ? lower * 1.1 : Math.sqrt(lower * upper));
});

/** I/O of one direction in each bucket; fractions of an I/O count when they are whole. */
export type Buckets = Float64Array;
/** Adds the I/O of `seconds` seconds as it is at `midMs`. */
export type Fill = (midMs: number, seconds: number, reads: Buckets, writes: Buckets) => void;

/** What happens within a step is not told apart. Steps begin at whole multiples, so that it does not matter when somebody reads. */
const STEP_MS = 1000;
/** After a longer gap (a machine that slept) the steps are longer: no sample covers such a gap. */
const GAP_MS = 900_000;
const GAP_STEP_MS = 60_000;

/** Counters as the sum of I/O over time: no work per I/O, and none while nobody reads them. */
export class LoadCounter {
  readonly #reads: Buckets = new Float64Array(LATENCY_BUCKETS);
  readonly #writes: Buckets = new Float64Array(LATENCY_BUCKETS);
  #atMs: number;

  constructor(
    sinceMs: number,
    private readonly blockBytes: number,
    private readonly fill: Fill,
    private readonly before: Load = NO_LOAD,
  ) {
    this.#atMs = sinceMs;
  }

  /** Counts everything until now for good: `fill` is about to change its mind. */
  settle(nowMs: number): void {
    this.#wholeSteps(nowMs);
    if (nowMs <= this.#atMs) return;
    this.fill(middleOf(this.#atMs, STEP_MS), (nowMs - this.#atMs) / 1000, this.#reads, this.#writes);
    this.#atMs = nowMs;
  }

  add(direction: 'reads' | 'writes', latencyNs: number, count: number): void {
    const buckets = direction === 'reads' ? this.#reads : this.#writes;
    const bucket = bucketOf(latencyNs);
    buckets[bucket] = (buckets[bucket] ?? 0) + count;
  }

  counters(nowMs: number): Load {
    this.#wholeSteps(nowMs);
    const [reads, writes] = [this.#reads.slice(), this.#writes.slice()];
    if (nowMs > this.#atMs) this.fill(middleOf(this.#atMs, STEP_MS), (nowMs - this.#atMs) / 1000, reads, writes);
    return this.#whole(reads, writes);
  }

  #wholeSteps(nowMs: number): void {
    for (;;) {
      const step = nowMs - this.#atMs > GAP_MS ? GAP_STEP_MS : STEP_MS;
      const end = (Math.floor(this.#atMs / step) + 1) * step;
      if (end > nowMs) return;
      this.fill(middleOf(this.#atMs, step), (end - this.#atMs) / 1000, this.#reads, this.#writes);
      this.#atMs = end;
    }
  }

  /** Rounds each bucket and sums the whole counts: all figures agree, and each only grows. */
  #whole(reads: Buckets, writes: Buckets): Load {
    const { before, blockBytes } = this;
    const sum = { reads: 0, writes: 0, readTimeNs: 0, writeTimeNs: 0 };
    const [ofReads, ofWrites] = [reads, writes].map((buckets) => Array.from(buckets, Math.round)) as [number[], number[]];
    const histogram = before.histogram.map((count, bucket) => {
      const [read, written] = [ofReads[bucket] ?? 0, ofWrites[bucket] ?? 0];
      sum.reads += read;
      sum.writes += written;
      sum.readTimeNs += read * (BUCKET_NS[bucket] ?? 0);
      sum.writeTimeNs += written * (BUCKET_NS[bucket] ?? 0);
      return count + read + written;
    });
    return {
      reads: before.reads + sum.reads,
      writes: before.writes + sum.writes,
      readBytes: before.readBytes + sum.reads * blockBytes,
      writtenBytes: before.writtenBytes + sum.writes * blockBytes,
      readTimeNs: before.readTimeNs + sum.readTimeNs,
      writeTimeNs: before.writeTimeNs + sum.writeTimeNs,
      histogram,
      directions: { reads: addBuckets(before.directions.reads, ofReads), writes: addBuckets(before.directions.writes, ofWrites) },
    };
  }
}

const middleOf = (atMs: number, step: number): number => (Math.floor(atMs / step) + 0.5) * step;
