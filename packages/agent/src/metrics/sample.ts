import type { Inventory } from '@weft/shared/messages/inventory';
import type { Sample } from '@weft/shared/messages/sample';
import { drivesHealth, type Reading } from './collector.js';
import { cacheDifference, ioDifference, nodeDifference } from './difference.js';

/** Longest interval of a sample. */
export const MAX_SAMPLE_MS = 600_000;

/** What was counted between two readings; null: they are too close together or too far apart. */
export function sampleBetween(before: Reading, now: Reading, inventory: Inventory | null): Omit<Sample, 'sequence' | 'endedAgoMs'> | null {
  const durationMs = now.atMs - before.atMs;
  if (durationMs < 1 || durationMs > MAX_SAMPLE_MS) return null;
  const io = (key: string) => {
    const counters = now.counters.io[key];
    return counters ? ioDifference(counters, before.counters.io[key]) : null;
  };
  return {
    durationMs,
    attachments: now.subjects.attachments.flatMap(({ attachmentId, volumeId, key }) => {
      const counted = io(key);
      return counted ? [{ attachmentId, volumeId, io: counted }] : [];
    }),
    legs: now.subjects.legs.flatMap(({ legId, volumeId, driveSerial, key }) => {
      const counted = io(key);
      return counted ? [{ legId, volumeId, driveSerial, io: counted }] : [];
    }),
    ...caches(before, now),
    drives: drivesHealth(inventory),
    node: nodeDifference(now.counters.node, before.counters.node),
  };
}

/** Only where caches are assigned: a server that assigns none may be of a version that does not know them. */
function caches(before: Reading, now: Reading): Pick<Sample, 'caches'> {
  const cached = now.subjects.legs.flatMap(({ legId, cache }) => (cache ? [{ legId, key: cache.key }] : []));
  if (cached.length === 0) return {};
  const counted = cached.flatMap(({ legId, key }) => {
    const counters = now.counters.caches?.[key];
    const cache = counters && cacheDifference(counters, before.counters.caches?.[key]);
    return cache ? [{ legId, cache }] : [];
  });
  return { caches: counted };
}
