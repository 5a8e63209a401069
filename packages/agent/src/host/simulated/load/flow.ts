import type { IoLimits } from '@weft/shared/limits/io-limits';
import { demandAt } from './demand.js';
import { busySeconds, type Direction, LATER_OF_TWO, latencyShares, MOST_BUSY, medianNs } from './latency.js';
import { type Buckets, type Load, LoadCounter } from './load.js';

/** I/O that an application wants from a volume: mean rates over a day, and what an idle drive does with it. */
export interface LoadProfile {
  readIops: number;
  writeIops: number;
  blockBytes: number;
  /** Half of the reads of an idle volume are faster; writes take half as long. */
  medianLatencyNs: number;
  /** Spread: the standard deviation of the latency's natural logarithm, without the tail. */
  spread: number;
}

/** Part of a volume's I/O that one leg has. */
interface FlowShare {
  /** Share of the volume's reads and of its writes, and the mirror that the leg belongs to. */
  reads: number;
  writes: number;
  mirror: number;
}

/** Values of the last moments, which volumes and legs on the same drives ask for one after the other. */
class Recent {
  readonly #at = new Float64Array(64).fill(Number.NaN);
  readonly #values = new Float64Array(64);

  get(atMs: number, compute: () => number): number {
    const place = Math.floor(atMs / 1000) % this.#at.length;
    if (this.#at[place] !== atMs) {
      this.#values[place] = compute();
      this.#at[place] = atMs;
    }
    return this.#values[place] ?? 0;
  }
  clear(): void {
    this.#at.fill(Number.NaN);
  }
}

/** How busy a drive is with everything on it: the volumes that share it feel each other. */
export class DriveUse {
  /** Of attached volumes, also those without I/O now. */
  readonly legs = new Set<FlowLeg>();
  slow = 1;
  /** md's resyncs that read or write here: bytes per second. */
  readonly resyncs = new Map<object, { direction: Direction; bytesPerSecond: number }>();
  readonly #recent = new Recent();
  /** By legs that are gone, and by md. */
  #writtenBytes: number;

  constructor(writtenBytes = 0) {
    this.#writtenBytes = writtenBytes;
  }

  /** Bytes ever written to the drive. */
  writtenBytesAt(nowMs: number): number {
    return [...this.legs].reduce((sum, leg) => sum + leg.counters(nowMs).writtenBytes, this.#writtenBytes);
  }
  countWritten(bytes: number): void {
    this.#writtenBytes += bytes;
  }
  remove(leg: FlowLeg, nowMs: number): void {
    this.settle(nowMs);
    this.legs.delete(leg);
    this.#writtenBytes += leg.counters(nowMs).writtenBytes;
    this.forget();
  }

  /** Utilisation; above 1: more than the drive can do. */
  busyAt(midMs: number): number {
    return this.#recent.get(midMs, () => {
      let seconds = 0;
      for (const { direction, bytesPerSecond } of this.resyncs.values())
        seconds += (bytesPerSecond / RESYNC_BYTES) * RESYNC_WEIGHT * busySeconds(direction, RESYNC_BYTES);
      for (const leg of this.legs) seconds += leg.busySecondsAt(midMs);
      return seconds * this.slow;
    });
  }
  /** Settles all volumes that have I/O here: their conditions are about to change. */
  settle(nowMs: number): void {
    for (const leg of this.legs) leg.flow.settle(nowMs);
  }
  forget(): void {
    this.#recent.clear();
    for (const leg of this.legs) leg.flow.forget();
  }
}

const RESYNC_BYTES = 128 * 1024;
/** Large sequential I/O holds up small I/O for longer than its share. */
const RESYNC_WEIGHT = 1.5;

/** I/O of one volume on one of its legs. */
export class FlowLeg {
  share: FlowShare = { reads: 0, writes: 0, mirror: 0 };
  readonly counter: LoadCounter;

  constructor(
    readonly flow: Flow,
    readonly drive: DriveUse,
    nowMs: number,
  ) {
    this.counter = new LoadCounter(nowMs, flow.profile.blockBytes, (midMs, seconds, reads, writes) => {
      const factor = flow.factorAt(midMs) * seconds;
      if (factor === 0) return;
      const { readIops, writeIops } = flow.profile;
      this.spread(reads, 'reads', readIops * this.share.reads * factor, midMs, 'leg');
      this.spread(writes, 'writes', writeIops * this.share.writes * factor, midMs, 'leg');
    });
  }

  counters(nowMs: number): Load {
    return this.counter.counters(nowMs);
  }
  busySecondsAt(midMs: number): number {
    const { readIops, writeIops, blockBytes } = this.flow.profile;
    const each =
      readIops * this.share.reads * busySeconds('reads', blockBytes) + writeIops * this.share.writes * busySeconds('writes', blockBytes);
    return each * this.flow.wantedAt(midMs);
  }
  medianAt(midMs: number, direction: Direction, where: 'leg' | 'volume'): number {
    return medianNs(this.flow.profile, direction, this.drive.busyAt(midMs), this.drive.slow, where);
  }
  /** Adds I/O to the buckets of this leg's latencies. */
  spread(buckets: Buckets, direction: Direction, count: number, midMs: number, where: 'leg' | 'volume', later = 1): void {
    if (count === 0) return;
    const median = this.medianAt(midMs, direction, where) * later;
    const shares = latencyShares(median, this.flow.profile.spread, direction, this.drive.busyAt(midMs));
    for (let bucket = 0; bucket < shares.length; bucket++) buckets[bucket] = (buckets[bucket] ?? 0) + count * (shares[bucket] ?? 0);
  }
}

/** I/O of one application on one volume. Pure in time between two changes; every change settles all volumes that it may affect. */
export class Flow {
  /** By the leg's path, also those without I/O now. */
  readonly legs = new Map<string, FlowLeg>();
  readonly counter: LoadCounter;
  /** When I/O last stopped because a leg did not answer; null: it runs, or the application has ended. */
  #waitsSinceMs: number | null = null;
  /** The application runs; whether its I/O does depends on the legs. */
  wanted = true;
  #runs = false;
  /** Largest factor that the limits of its slice allow. */
  #cap = Number.POSITIVE_INFINITY;
  readonly #wanted = new Recent();
  readonly #factors = new Recent();

  constructor(
    /** Unique among all flows: legs count the I/O of each by itself. */
    readonly key: string,
    readonly profile: LoadProfile,
    private readonly seed: number,
    nowMs: number,
    before?: Load,
  ) {
    this.counter = new LoadCounter(nowMs, profile.blockBytes, (...step) => this.#fill(...step), before);
  }

  get runs(): boolean {
    return this.#runs;
  }
  /** The caller has settled this flow and its neighbours. `waits`: a leg does not answer. */
  setRuns(nowMs: number, runs: boolean, waits: boolean): void {
    if (runs && this.#waitsSinceMs !== null && nowMs > this.#waitsSinceMs) this.#endWait((nowMs - this.#waitsSinceMs) * 1e6);
    this.#waitsSinceMs = runs || !waits ? null : (this.#waitsSinceMs ?? nowMs);
    this.#runs = runs;
  }

  /** Its reads and writes wait for each other: the tighter limit slows down both. */
  limit({ readBytesPerSecond, writeBytesPerSecond, readIops, writeIops }: IoLimits, nowMs: number): void {
    const { profile } = this;
    const share = (limit: number | null, wanted: number): number =>
      limit === null || wanted === 0 ? Number.POSITIVE_INFINITY : limit / wanted;
    const cap = Math.min(
      share(readIops, profile.readIops),
      share(writeIops, profile.writeIops),
      share(readBytesPerSecond, profile.readIops * profile.blockBytes),
      share(writeBytesPerSecond, profile.writeIops * profile.blockBytes),
    );
    if (cap === this.#cap) return;
    const drives = [...this.legs.values()].map(({ drive }) => drive);
    this.settle(nowMs);
    for (const drive of drives) drive.settle(nowMs);
    this.#cap = cap;
    this.forget();
    for (const drive of drives) drive.forget();
  }

  counters(nowMs: number): Load {
    return this.counter.counters(nowMs);
  }
  /** Factor of the mean rates that the application wants. */
  wantedAt(midMs: number): number {
    return this.#runs ? this.#wanted.get(midMs, () => Math.min(demandAt(this.seed, midMs), this.#cap)) : 0;
  }
  /** Factor that it gets: the busiest drive limits the whole volume. */
  factorAt(midMs: number): number {
    return this.#factors.get(midMs, () => {
      let busiest = MOST_BUSY;
      for (const leg of this.legs.values())
        if (leg.share.reads + leg.share.writes > 0) busiest = Math.max(busiest, leg.drive.busyAt(midMs));
      return (this.wantedAt(midMs) * MOST_BUSY) / busiest;
    });
  }
  settle(nowMs: number): void {
    this.counter.settle(nowMs);
    for (const leg of this.legs.values()) leg.counter.settle(nowMs);
  }
  forget(): void {
    this.#wanted.clear();
    this.#factors.clear();
  }

  #fill(midMs: number, seconds: number, reads: Buckets, writes: Buckets): void {
    const factor = this.factorAt(midMs) * seconds;
    if (factor === 0) return;
    const { readIops, writeIops } = this.profile;
    /** A write is done when the slowest leg of its mirror has it. */
    const slowest = new Map<number, { leg: FlowLeg; median: number; legs: number }>();
    for (const leg of this.legs.values()) {
      leg.spread(reads, 'reads', readIops * leg.share.reads * factor, midMs, 'volume');
      if (leg.share.writes === 0) continue;
      const median = leg.medianAt(midMs, 'writes', 'volume');
      const known = slowest.get(leg.share.mirror);
      const later = known && known.median >= median ? known : { leg, median, legs: 0 };
      slowest.set(leg.share.mirror, { ...later, legs: (known?.legs ?? 0) + 1 });
    }
    for (const { leg, legs } of slowest.values())
      leg.spread(writes, 'writes', writeIops * leg.share.writes * factor, midMs, 'volume', legs > 1 ? LATER_OF_TWO : 1);
  }

  /** What was on its way when a leg stopped answering took until now (Little's law: rate times latency). */
  #endWait(waitedNs: number): void {
    const { readIops, writeIops, medianLatencyNs } = this.profile;
    for (const [direction, iops] of [
      ['reads', readIops],
      ['writes', writeIops],
    ] as const)
      if (iops > 0) this.counter.add(direction, waitedNs, Math.max(1, Math.min(MOST_QUEUED, Math.round((iops * medianLatencyNs) / 1e9))));
  }
}

const MOST_QUEUED = 64;
