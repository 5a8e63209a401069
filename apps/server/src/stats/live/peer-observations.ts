import { type PeerObservation, peerObservationsSchema } from '@weft/shared/links/server-link';
import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { z } from 'zod';
import { fieldNames, type Observed, withUntimed } from '../points/observed.js';
import type { News, Second } from './live-statistics.js';

/** Message to a peer about an object. */
export function toPeer({ object, second, at, isNew, nodes }: News, now: number): PeerObservation {
  const { numbers, histogram, cores } = second;
  return {
    object,
    endedAgoMs: Math.max(0, now - at),
    isNew,
    numbers,
    ...(histogram ? { histogram: [...histogram.entries()].filter(([, count]) => count > 0) } : {}),
    ...(cores ? { cores } : {}),
    nodes,
  };
}

/** @throws Error that says what is wrong with the message */
export function checkFromPeer(message: unknown): PeerObservation[] {
  const parsed = peerObservationsSchema.safeParse(message);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error).slice(0, 1000));
  return parsed.data;
}

/** A peer's observation of an object, by this server's clock. */
export function fromPeer({ endedAgoMs, numbers, histogram, cores }: PeerObservation, now: number): Second {
  const second: Observed = { coveredMs: 1000, numbers: {} };
  for (const field of fieldNames) if (numbers[field] !== undefined) second.numbers[field] = numbers[field];
  second.numbers = withUntimed(second.numbers);
  if (histogram) {
    const counts = new Array<number>(LATENCY_BUCKETS).fill(0);
    for (const [bucket, count] of histogram) counts[bucket] = count;
    second.histogram = counts;
  }
  if (cores) second.cores = cores;
  return { second, at: now - endedAgoMs };
}
