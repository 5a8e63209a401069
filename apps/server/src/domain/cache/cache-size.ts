import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { KiB, MiB, roundUp } from '@weft/shared/units';
import { EXTENT_BYTES } from '../placement/placement.js';

/** Sizes of a cache in bytes; those of logical volumes are whole extents. */
export interface CacheSize {
  dataBytes: number;
  metadataBytes: number;
  blockBytes: number;
}

/** LVM's limit too (lvmcache(7), "Cache chunk size"): each block takes memory of the target. */
const MOST_BLOCKS = 1_000_000;
const SMALLEST_BLOCK_BYTES = 64 * KiB;
/** A thousandth of the data, at least 8 MiB (lvmcache(7), "--poolmetadatasize"). */
const METADATA_SHARE = 1000;
const LEAST_METADATA_BYTES = 8 * MiB;

/** Size of the cache of a leg under a policy. */
export function cacheSize({ bytesPerLeg, percentOfLeg }: VolumeCache, legBytes: number): CacheSize {
  const dataBytes = roundUp(bytesPerLeg ?? Math.ceil((legBytes * (percentOfLeg ?? 0)) / 100), EXTENT_BYTES);
  let blockBytes = SMALLEST_BLOCK_BYTES;
  while (dataBytes / blockBytes > MOST_BLOCKS) blockBytes *= 2;
  return { dataBytes, metadataBytes: roundUp(Math.max(LEAST_METADATA_BYTES, dataBytes / METADATA_SHARE), EXTENT_BYTES), blockBytes };
}

export const totalBytes = ({ dataBytes, metadataBytes }: Pick<CacheSize, 'dataBytes' | 'metadataBytes'>): number =>
  dataBytes + metadataBytes;

/** The largest leg, in whole extents, whose cache fits into `roomBytes`. */
export function largestLegWithin(policy: VolumeCache, roomBytes: number): number {
  const { bytesPerLeg, percentOfLeg } = policy;
  if (bytesPerLeg !== null || percentOfLeg === null) return totalBytes(cacheSize(policy, 0)) <= roomBytes ? Number.POSITIVE_INFINITY : 0;
  // What fits for certain, then extent by extent: both sizes are rounded.
  const share = percentOfLeg / 100;
  const least = Math.max(0, (roomBytes - LEAST_METADATA_BYTES - 2 * EXTENT_BYTES) / (1 + 1 / METADATA_SHARE) / share);
  let legBytes = Math.floor(least / EXTENT_BYTES) * EXTENT_BYTES;
  while (legBytes > 0 && totalBytes(cacheSize(policy, legBytes)) > roomBytes) legBytes -= EXTENT_BYTES;
  while (totalBytes(cacheSize(policy, legBytes + EXTENT_BYTES)) <= roomBytes) legBytes += EXTENT_BYTES;
  return legBytes;
}
