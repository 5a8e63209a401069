import { isOutOfBounds } from '@weft/shared/messages/long-list';
import { type CacheSample, type IoSample, type Sample, sampleSchema } from '@weft/shared/messages/sample';
import { z } from 'zod';

/*
 * Rules for a sample. The schema refuses wrong shapes, negative numbers and values that are not numbers; this file refuses impossible values:
 *  - a sequence that does not rise on one connection (a replay), a time that an earlier sample covered
 *  - buckets out of order or repeated; a histogram whose count differs from the reads and writes; a histogram of one direction only
 *  - times of reads and writes that are not the whole time, or one without the other
 *  - more than any device, NIC or clock can do
 * The agent's clock is not used: the time of a sample is its arrival, minus how long ago it ended.
 */

export const sampleRefusals = [
  'malformed',
  'out-of-bounds',
  'replayed',
  'overlapping',
  'too-old',
  'duplicate-object',
  'wrong-histogram',
  'wrong-times',
  'implausible-rate',
  'implausible-cpu',
  'rate-limited',
  'superseded',
] as const;
export type SampleRefusalReason = (typeof sampleRefusals)[number];

export class SampleRefusal extends Error {
  override readonly name = 'SampleRefusal';
  constructor(
    readonly reason: SampleRefusalReason,
    detail: string,
  ) {
    super(detail);
  }
}

/** The previous sample of the same node. */
export interface Before {
  /** Null: none yet on this connection. */
  sequence: number | null;
  endedAt: number;
}

export interface Timed {
  sample: Sample;
  /** By the server's clock, milliseconds. */
  from: number;
  to: number;
}

/** The longest interval is 60 s. Older samples may be rolled up already (roll-up.ts). */
const MAX_AGE_MS = 130_000;
/** Delay with which a sample may arrive. */
const LATE_MS = 1000;
const MAX_IOPS = 1e8;
const MAX_BYTES_PER_SECOND = 1e12;
/** The kernel reads the counters of one device one after the other, while I/O continues. */
const COUNTS_MAY_DIFFER_BY = { atLeast: 64, ratio: 0.05 };
/** An agent that claims more has not measured it: its connection would have ended earlier. */
const MAX_UNCERTAIN_MS = 60_000;
const CPU_CLOCK_ERROR = { seconds: 0.5, ratio: 0.25 };

/** @throws SampleRefusal */
export function checkSample(message: unknown, before: Before | undefined, now: number): Timed {
  const parsed = sampleSchema.safeParse(message);
  if (!parsed.success)
    throw new SampleRefusal(isOutOfBounds(parsed.error) ? 'out-of-bounds' : 'malformed', z.prettifyError(parsed.error).slice(0, 1000));
  const sample = parsed.data;
  const timed = checkTime(sample, before, now);
  checkObjects(sample);
  checkNode(sample);
  return timed;
}

function checkTime(sample: Sample, before: Before | undefined, now: number): Timed {
  const { sequence, durationMs, endedAgoMs } = sample;
  if (typeof before?.sequence === 'number' && sequence <= before.sequence)
    throw new SampleRefusal('replayed', `Sequence ${sequence} does not follow ${before.sequence}: each sample is taken once.`);
  if (endedAgoMs + durationMs > MAX_AGE_MS)
    throw new SampleRefusal(
      'too-old',
      `It began ${Math.round((endedAgoMs + durationMs) / 1000)} s ago; samples are taken of the last ${MAX_AGE_MS / 1000} s.`,
    );
  const to = now - endedAgoMs;
  const from = to - durationMs;
  if (!before) return { sample, from, to };
  const overlapMs = before.endedAt - from;
  if (overlapMs > durationMs / 2 + LATE_MS)
    throw new SampleRefusal('overlapping', `${Math.round(overlapMs)} ms of its ${Math.round(durationMs)} ms were reported before.`);
  // On one connection, a sample begins where the previous one ended. An apparent gap or overlap is only a late arrival (a server that was busy for a
  // second): if it were stored as a gap, or as time that counts twice, the rates would be wrong.
  const follows = before.sequence !== null && sequence === before.sequence + 1 && -overlapMs <= Math.min(LATE_MS, durationMs / 2);
  return { sample, from: follows ? before.endedAt : Math.max(from, before.endedAt), to: Math.max(to, before.endedAt + 1) };
}

function checkObjects({ attachments, legs, caches = [], drives, durationMs }: Sample): void {
  const ids = [
    ...attachments.map((each) => `attachment ${each.attachmentId}`),
    ...legs.map((each) => `leg ${each.legId}`),
    ...caches.map((each) => `cache of leg ${each.legId}`),
    ...drives.map((each) => `drive ${each.serial}`),
  ];
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new SampleRefusal('duplicate-object', `${id} is in it twice.`);
    seen.add(id);
  }
  for (const { attachmentId, io } of attachments) checkIo(`attachment ${attachmentId}`, io, durationMs);
  for (const { legId, io } of legs) checkIo(`leg ${legId}`, io, durationMs);
  for (const { legId, cache } of caches) checkCache(`cache of leg ${legId}`, cache, durationMs);
}

function checkCache(what: string, cache: CacheSample, durationMs: number): void {
  const { readHits, readMisses, writeHits, writeMisses, promotions, demotions, usedBytes, totalBytes, dirtyBytes } = cache;
  const seconds = Math.max(1, durationMs / 1000);
  checkRate(`${what}, look-ups`, (readHits + readMisses + writeHits + writeMisses) / seconds, MAX_IOPS);
  checkRate(`${what}, moved blocks`, (promotions + demotions) / seconds, MAX_IOPS);
  if (usedBytes > totalBytes || dirtyBytes > usedBytes)
    throw new SampleRefusal('implausible-rate', `${what}: ${dirtyBytes} of ${usedBytes} of ${totalBytes} bytes is more than there is.`);
}

function checkIo(what: string, io: IoSample, durationMs: number): void {
  const operations = io.reads + io.writes;
  const counted = countOf(what, io.histogram);
  const mayDiffer = Math.max(COUNTS_MAY_DIFFER_BY.atLeast, operations * COUNTS_MAY_DIFFER_BY.ratio);
  if (Math.abs(counted - operations) > mayDiffer)
    throw new SampleRefusal('wrong-histogram', `The histogram of ${what} counts ${counted} I/O, reads and writes ${operations}.`);
  checkTimes(what, io);
  const separate = checkDirections(what, io);
  // Bursts within a short interval may exceed the rate of a whole second.
  const seconds = Math.max(1, durationMs / 1000);
  checkRate(`${what}, I/O`, Math.max(operations, separate) / seconds, MAX_IOPS);
  checkRate(`${what}, bytes`, (io.readBytes + io.writtenBytes) / seconds, MAX_BYTES_PER_SECOND);
}

function countOf(what: string, histogram: IoSample['histogram']): number {
  let counted = 0;
  let last = -1;
  for (const [bucket, count] of histogram) {
    if (bucket <= last) throw new SampleRefusal('wrong-histogram', `Buckets of ${what} do not rise: ${bucket} after ${last}.`);
    last = bucket;
    counted += count;
  }
  return counted;
}

/**
 * @returns how many I/O the histograms of both directions count: it is not compared with the reads and writes, because a busy machine may read the two
 * seconds apart.
 */
function checkDirections(what: string, { readHistogram, writeHistogram }: IoSample): number {
  if ((readHistogram === undefined) !== (writeHistogram === undefined))
    throw new SampleRefusal('wrong-histogram', `${what} has a histogram of one direction only.`);
  return countOf(`${what}, reads`, readHistogram ?? []) + countOf(`${what}, writes`, writeHistogram ?? []);
}

function checkTimes(what: string, { timeNs, readTimeNs, writeTimeNs }: IoSample): void {
  if (readTimeNs === undefined && writeTimeNs === undefined) return;
  if ((readTimeNs ?? Number.NaN) + (writeTimeNs ?? Number.NaN) !== timeNs)
    throw new SampleRefusal('wrong-times', `Reads of ${what} took ${readTimeNs} ns, writes ${writeTimeNs} ns, and both ${timeNs} ns.`);
}

function checkNode({ node, durationMs }: Sample): void {
  if (!node) return;
  // The longest interval that the CPU times may cover.
  const seconds = (durationMs + Math.min(node.uncertainMs ?? 0, MAX_UNCERTAIN_MS)) / 1000;
  const most = seconds * (1 + CPU_CLOCK_ERROR.ratio) + CPU_CLOCK_ERROR.seconds;
  for (const [core, { user, system, irq, softirq, steal, idle }] of node.cores.entries())
    if (user + system + irq + softirq + steal + idle > most)
      throw new SampleRefusal(
        'implausible-cpu',
        `Core ${core} was at work or idle for longer than the ${seconds.toFixed(1)} s that it covers.`,
      );
  const spent = Math.max(node.targetTaxSeconds, node.agentCpuSeconds);
  if (spent > most * Math.max(1, node.cores.length))
    throw new SampleRefusal('implausible-cpu', `${spent} s of CPU time in ${seconds.toFixed(1)} s on ${node.cores.length} cores.`);
  for (const { name, rxBytes, txBytes } of node.nics)
    checkRate(`NIC ${name}, bytes`, Math.max(rxBytes, txBytes) / Math.max(1, seconds), MAX_BYTES_PER_SECOND);
}

function checkRate(what: string, perSecond: number, most: number): void {
  if (perSecond > most)
    throw new SampleRefusal('implausible-rate', `${what}: ${perSecond.toExponential(2)} a second is more than anything does.`);
}
