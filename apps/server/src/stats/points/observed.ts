import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';

/** How two values combine into one: over time, servers or objects. `mean` is weighted by the observed time. */
type Combine = 'count' | 'sum' | 'mean' | 'max' | 'min';

/** All stored fields of all objects. `count`: a whole number of events; `sum`: a sum of seconds. */
const fields = {
  reads: 'count',
  writes: 'count',
  readBytes: 'count',
  writtenBytes: 'count',
  timeNs: 'count',
  /** Times of reads and of writes, from agents that report them separately; `withUntimed` counts the I/O of the others. */
  readTimeNs: 'count',
  writeTimeNs: 'count',
  untimedReads: 'count',
  untimedWrites: 'count',

  user: 'sum',
  system: 'sum',
  irq: 'sum',
  softirq: 'sum',
  steal: 'sum',
  idle: 'sum',
  targetTax: 'sum',
  agentCpu: 'sum',
  interrupts: 'count',
  nicReceivedBytes: 'count',
  nicSentBytes: 'count',
  nicErrors: 'count',
  rdmaRetransmits: 'count',
  tcpRetransmits: 'count',
  agentMemoryBytes: 'mean',
  memoryTotalBytes: 'mean',
  memoryAvailableBytes: 'mean',

  cacheReadHits: 'count',
  cacheReadMisses: 'count',
  cacheWriteHits: 'count',
  cacheWriteMisses: 'count',
  cachePromotions: 'count',
  cacheDemotions: 'count',
  /** Byte-seconds: shares of several caches, and over time, are weighted by size and time. */
  cacheUsed: 'sum',
  cacheTotal: 'sum',
  cacheDirty: 'sum',

  wearRatio: 'max',
  spareRatio: 'min',
  temperatureCelsius: 'max',
  mediaErrors: 'max',
} as const satisfies Record<string, Combine>;

export type Field = keyof typeof fields;
export const fieldNames = Object.keys(fields) as Field[];
const isField = (name: string): name is Field => name in fields;
export const combineOf = (field: Field): Combine => fields[field];

/** Histograms of an object with I/O: of all I/O; of reads and of writes alone, from agents that collect them (docs/decisions/latency-by-direction.md). */
export const histogramNames = ['histogram', 'readHistogram', 'writeHistogram'] as const;
export type HistogramName = (typeof histogramNames)[number];
export type Histograms = Partial<Record<HistogramName, number[]>>;

/** The same histograms, each changed by `change`. */
export function mapHistograms(of: Histograms, change: (counts: number[]) => number[]): Histograms {
  const changed: Histograms = {};
  for (const name of histogramNames) {
    const counts = of[name];
    if (counts) changed[name] = change(counts);
  }
  return changed;
}

/** What was observed of one object in a period. Fields that the object does not have are absent; each histogram has the counts of all buckets. */
export interface Observed extends Histograms {
  /** Observed part of the period. */
  coveredMs: number;
  numbers: Partial<Record<Field, number>>;
  /** Busy seconds of each core. */
  cores?: number[];
}

/**
 * Marks the reads and writes whose time by direction is unknown: those of an older agent, and all in points that an older server stored. Averages by
 * direction leave them out, so that they stay right when both kinds are merged.
 */
export function withUntimed(numbers: Observed['numbers']): Observed['numbers'] {
  const { reads, writes } = numbers;
  return {
    ...numbers,
    ...(reads !== undefined && numbers.readTimeNs === undefined ? { untimedReads: reads } : {}),
    ...(writes !== undefined && numbers.writeTimeNs === undefined ? { untimedWrites: writes } : {}),
  };
}

export const nothing = (): Observed => ({ coveredMs: 0, numbers: {} });

/** Adds `more` to `into`, except `coveredMs`: it depends on whether both observed the same time, which only the caller knows. */
export function merge(into: Observed, more: Observed): void {
  for (const field in more.numbers) {
    if (!isField(field)) continue;
    const value = more.numbers[field];
    if (value === undefined) continue;
    const before = into.numbers[field];
    into.numbers[field] = before === undefined ? value : combined(field, before, into.coveredMs, value, more.coveredMs);
  }
  for (const name of histogramNames) {
    const counts = more[name];
    if (counts) into[name] = addLists(into[name] ?? new Array<number>(LATENCY_BUCKETS).fill(0), counts);
  }
  if (more.cores) into.cores = addLists(into.cores ?? [], more.cores);
}

function combined(field: Field, a: number, aMs: number, b: number, bMs: number): number {
  const how = combineOf(field);
  if (how === 'max') return Math.max(a, b);
  if (how === 'min') return Math.min(a, b);
  if (how === 'mean') return aMs + bMs > 0 ? (a * aMs + b * bMs) / (aMs + bMs) : b;
  return a + b;
}

/** Loops by index, without a pair for each element: this runs for every bucket of every point that is read. */
function addLists(into: number[], more: readonly number[]): number[] {
  for (let index = 0; index < more.length; index++) {
    const value = more[index] ?? 0;
    if (value !== 0 || index >= into.length) into[index] = (into[index] ?? 0) + value;
  }
  return into;
}

/** One piece of a longer period: `from` and `to` are fractions of it. */
export interface Piece {
  from: number;
  to: number;
}

/**
 * The share of an observation that falls into a piece, if all values are spread evenly. Counts stay whole, and the counts of all pieces add up to the total.
 * `coveredMs` becomes the piece's share.
 */
export function pieceOf(whole: Observed, piece: Piece): Observed {
  if (piece.from === 0 && piece.to === 1) return whole;
  const countIn = (count: number) => (count === 0 ? 0 : Math.round(count * piece.to) - Math.round(count * piece.from));
  const share = piece.to - piece.from;
  const numbers: Observed['numbers'] = {};
  for (const field in whole.numbers) {
    if (!isField(field)) continue;
    const value = whole.numbers[field];
    if (value === undefined) continue;
    const how = combineOf(field);
    numbers[field] = how === 'count' ? countIn(value) : how === 'sum' ? value * share : value;
  }
  return {
    coveredMs: whole.coveredMs * share,
    numbers,
    ...mapHistograms(whole, (counts) => counts.map(countIn)),
    ...(whole.cores ? { cores: whole.cores.map((busy) => busy * share) } : {}),
  };
}

/**
 * The same for another length of time; counts may become fractions. Use it for display, not for storage. Histograms keep their counts, because
 * percentiles need ranks.
 */
export function scaled({ coveredMs, numbers, cores, ...histograms }: Observed, factor: number): Observed {
  const changed: Observed['numbers'] = {};
  for (const field of fieldNames) {
    const value = numbers[field];
    const how = combineOf(field);
    if (value !== undefined) changed[field] = how === 'count' || how === 'sum' ? value * factor : value;
  }
  return {
    coveredMs: coveredMs * factor,
    numbers: changed,
    ...histograms,
    ...(cores ? { cores: cores.map((busy) => busy * factor) } : {}),
  };
}
