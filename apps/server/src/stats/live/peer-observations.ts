import { type PeerObservation, peerObservationsSchema } from '@weft/shared/links/server-link';
import { fromSparse, toSparse } from '@weft/shared/stats/histograms';
import { z } from 'zod';
import { fieldNames, type HistogramName, histogramNames, type Observed, withUntimed } from '../points/observed.js';
import type { News, Second } from './live-statistics.js';

/** Message to a peer about an object. */
export function toPeer({ object, second, at, isNew, nodes }: News, now: number): PeerObservation {
  const { numbers, cores } = second;
  const histograms: Pick<PeerObservation, HistogramName> = {};
  for (const name of histogramNames) {
    const counts = second[name];
    if (counts) histograms[name] = toSparse(counts);
  }
  return {
    object,
    endedAgoMs: Math.max(0, now - at),
    isNew,
    numbers,
    ...histograms,
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
export function fromPeer(observation: PeerObservation, now: number): Second {
  const { endedAgoMs, numbers, cores } = observation;
  const second: Observed = { coveredMs: 1000, numbers: {} };
  for (const field of fieldNames) if (numbers[field] !== undefined) second.numbers[field] = numbers[field];
  second.numbers = withUntimed(second.numbers);
  for (const name of histogramNames) {
    const counts = observation[name];
    if (counts) second[name] = fromSparse(counts);
  }
  if (cores) second.cores = cores;
  return { second, at: now - endedAgoMs };
}
