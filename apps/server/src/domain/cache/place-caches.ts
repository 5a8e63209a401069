import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import type { LegCacheDocument, LegDocument } from '../documents/volume.document.js';
import type { CacheDrive } from '../world/cache-drive.js';
import { type CacheSize, cacheSize, totalBytes } from './cache-size.js';

export interface PlacedCaches {
  legs: LegDocument[];
  /** Legs without room for a cache on their node. */
  without: { leg: LegDocument; neededBytes: number; freeBytes: number }[];
}

/**
 * Reserves a cache for each of the legs that needs one, on its own target, on the drive with the most free bytes there. Pure.
 * @param needs legs that get a cache if there is room.
 */
export function placeCaches(
  legs: readonly LegDocument[],
  needs: (leg: LegDocument) => boolean,
  policy: VolumeCache,
  drives: readonly CacheDrive[],
): PlacedCaches {
  const free = new Map(drives.filter(({ takes }) => takes).map((drive) => [drive.driveId, drive.freeBytes]));
  const without: PlacedCaches['without'] = [];
  const placed = legs.map((leg) => {
    if (!needs(leg)) return leg;
    const size = cacheSize(policy, leg.spec.sizeBytes);
    const freeOf = ({ driveId }: CacheDrive): number => free.get(driveId) ?? 0;
    const [best] = drives
      .filter(({ driveId, nodeId }) => nodeId === leg.nodeId && free.has(driveId))
      .sort((a, b) => freeOf(b) - freeOf(a) || (a.driveId < b.driveId ? -1 : 1));
    if (!best || freeOf(best) < totalBytes(size)) {
      without.push({ leg, neededBytes: totalBytes(size), freeBytes: best ? freeOf(best) : 0 });
      return leg;
    }
    free.set(best.driveId, freeOf(best) - totalBytes(size));
    return { ...leg, spec: { ...leg.spec, cache: newCache(best, size) } };
  });
  return { legs: placed, without };
}

const newCache = ({ driveId, serial }: CacheDrive, size: CacheSize): LegCacheDocument => ({
  ...{ driveId, driveSerial: serial },
  ...size,
  orderGeneration: 0,
});
