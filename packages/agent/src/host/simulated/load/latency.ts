import { LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from '@weft/shared/stats/histogram';

/*
 * How long I/O takes on a drive that is busy for a share of the time, as a queue behaves: slowly longer up to half of what the drive can do, then steeply.
 * A body with most of the I/O, and a tail of the I/O that meets an erase, a flush or a queue. The tail grows with utilisation faster than the body.
 */
export type Direction = 'reads' | 'writes';

/** Seconds that a drive is busy with one I/O: 250,000 reads or 200,000 writes of 4 KiB a second, 3.2 GB/s read and 2 GB/s written. */
const BUSY = {
  reads: { eachSeconds: 2.72e-6, bytesPerSecond: 3.2e9 },
  writes: { eachSeconds: 2.95e-6, bytesPerSecond: 2e9 },
};
/** A drive caches writes: they return before they are in its flash. */
const MEDIAN = { reads: 1, writes: 0.5 };
const SMALL_BYTES = 4096;
/** Share of the latency of an idle leg that the drive causes; the network causes the rest. */
const DRIVE_SHARE = 0.8;
/** Applications wait for their I/O: they never queue more than this utilisation would. */
export const MOST_BUSY = 0.92;
const TAIL_SPREAD = 0.6;
/** Both mirror legs must have a write: the later one counts. */
export const LATER_OF_TWO = 1.1;

export interface Service {
  medianLatencyNs: number;
  spread: number;
  blockBytes: number;
}

export const busySeconds = (direction: Direction, bytes: number): number => {
  const { eachSeconds, bytesPerSecond } = BUSY[direction];
  return eachSeconds + bytes / bytesPerSecond;
};

/** Latency of half of the I/O on a leg, without (leg) and with the network (volume), of a drive that is `slow` times slower than others. */
export function medianNs(service: Service, direction: Direction, busy: number, slow: number, where: 'leg' | 'volume'): number {
  const used = Math.min(MOST_BUSY, busy);
  const idle = service.medianLatencyNs * MEDIAN[direction];
  const transfer = ((service.blockBytes - SMALL_BYTES) / BUSY[direction].bytesPerSecond) * 1e9;
  const drive = (idle * DRIVE_SHARE + Math.max(0, transfer)) * slow * (1 + (0.6 * used * used) / (1 - used));
  return drive + (where === 'volume' ? idle * (1 - DRIVE_SHARE) : 0);
}

/** Shares are computed for medians this near to each other once: a sixteenth of a bucket is 1 %. */
const PER_BUCKET = 16;
const BUSY_STEPS = 64;
const MOST_KEPT = 4096;
/** By spread, then by median, utilisation and direction. */
const kept = new Map<number, Map<number, Float64Array>>();

/** Share of the I/O in each bucket of the histogram. Shared: never written to. */
export function latencyShares(median: number, spread: number, direction: Direction, busy: number): Float64Array {
  const place = Math.round(4 * PER_BUCKET * Math.log2(median));
  const step = Math.round(Math.min(MOST_BUSY, busy) * BUSY_STEPS);
  const key = (place * (BUSY_STEPS + 1) + step) * 2 + (direction === 'reads' ? 0 : 1);
  const ofSpread = kept.get(spread) ?? new Map<number, Float64Array>();
  kept.set(spread, ofSpread);
  const known = ofSpread.get(key);
  if (known) return known;
  if (ofSpread.size >= MOST_KEPT) ofSpread.clear();
  const made = mixture(2 ** (place / 4 / PER_BUCKET), spread, direction, step / BUSY_STEPS);
  ofSpread.set(key, made);
  return made;
}

function mixture(median: number, spread: number, direction: Direction, busy: number): Float64Array {
  const tail = (direction === 'reads' ? 0.012 : 0.018) + 0.05 * busy * busy;
  const tailMedian = median * (3 + (2.5 * busy) / (1 - busy));
  const under = (boundNs: number) =>
    (1 - tail) * normalShare(Math.log(boundNs / median) / spread) + tail * normalShare(Math.log(boundNs / tailMedian) / TAIL_SPREAD);
  const shares = new Float64Array(LATENCY_BUCKETS);
  let before = 0;
  for (const [bucket, bound] of LATENCY_BOUNDS_NS.entries()) {
    const now = Math.max(before, under(bound));
    shares[bucket] = now - before;
    before = now;
  }
  shares[LATENCY_BUCKETS - 1] = 1 - before;
  return shares;
}

/** Cumulative normal distribution, to 1e-7 (Abramowitz and Stegun, 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}
