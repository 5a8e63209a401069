import type { PlannedCaches, VolumeCache } from '@weft/shared/cache/volume-cache';
import type { PlacedLeg } from '@weft/shared/kinds/volume';
import type { Candidates } from '../placement/candidates.js';
import { newLeg } from '../placement/new-leg.js';
import type { CacheDrive } from '../world/cache-drive.js';
import { cacheSize, totalBytes } from './cache-size.js';
import { placeCaches } from './place-caches.js';

const MOST_NAMED = 20;

/**
 * The caches of the legs of a new volume, the capacity that they take of each target, and the targets that have no room for one. Pure.
 * @param legs as placed among the candidates that have room.
 * @param all every candidate, with room for a cache or without.
 */
export function plannedCaches(
  policy: VolumeCache,
  legs: readonly PlacedLeg[],
  all: Candidates,
  drives: readonly CacheDrive[],
): PlannedCaches {
  const placed = placeCaches(
    legs.map((leg) => newLeg(leg, 1, String(leg.index))),
    () => true,
    policy,
    drives,
  ).legs.flatMap(({ index, nodeId, nodeName, spec: { cache } }) =>
    cache
      ? [
          {
            ...{ index, node: { id: nodeId, name: nodeName }, drive: { id: cache.driveId, serial: cache.driveSerial } },
            ...{ dataBytes: cache.dataBytes, metadataBytes: cache.metadataBytes },
          },
        ]
      : [],
  );
  const targets = new Map(placed.map(({ node }) => [node.id, node.name]));
  return {
    legs: placed,
    targets: [...targets].map(([id, name]) => {
      const taken = placed.filter(({ node }) => node.id === id).reduce((sum, cache) => sum + totalBytes(cache), 0);
      const freeBytes = freeOf(id, drives).reduce((sum, free) => sum + free, 0);
      return { id, name, takenBytes: taken, freeBytes, freeBytesAfter: freeBytes - taken };
    }),
    withoutRoom: withoutRoom(policy, legs, all, drives),
  };
}

/** Of each cache drive of the node that takes new caches. */
const freeOf = (id: string, drives: readonly CacheDrive[]): number[] =>
  drives.filter(({ nodeId, takes }) => nodeId === id && takes).map(({ freeBytes }) => freeBytes);

function withoutRoom(
  policy: VolumeCache,
  legs: readonly PlacedLeg[],
  all: Candidates,
  drives: readonly CacheDrive[],
): PlannedCaches['withoutRoom'] {
  const neededBytes = totalBytes(cacheSize(policy, Math.max(0, ...legs.map(({ sizeBytes }) => sizeBytes))));
  const used = new Set(legs.map(({ node }) => node.id));
  const others = new Map(all.drives.filter(({ nodeId }) => !used.has(nodeId)).map(({ nodeId, nodeName }) => [nodeId, nodeName]));
  const short = [...others]
    .map(([id, name]) => ({ id, name, freeBytes: Math.max(0, ...freeOf(id, drives)) }))
    .filter(({ freeBytes }) => freeBytes < neededBytes)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { count: short.length, neededBytes, targets: short.slice(0, MOST_NAMED) };
}
