import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import type { PlacedLeg } from '@weft/shared/kinds/volume';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { CandidateDrive, Candidates } from '../placement/candidates.js';
import { newLeg } from '../placement/new-leg.js';
import { type PlacementRequest, placeVolume } from '../placement/placement.js';
import type { CacheDrive } from '../world/cache-drive.js';
import { largestLegWithin } from './cache-size.js';
import { placeCaches } from './place-caches.js';

const MOST_NAMED = 6;

/**
 * Drives for the legs of a volume with caches: only those of nodes whose cache drives have room for the caches of the legs that are placed there. Pure.
 * @throws DomainError as `placeVolume`, with the drives that do not count.
 */
export function cachedCandidates(
  request: PlacementRequest,
  all: Candidates,
  policy: VolumeCache,
  drives: readonly CacheDrive[],
): Candidates {
  let candidates = withRoom(all, policy, drives);
  // Each round leaves out at least one node.
  for (;;) {
    const short = nodesWithoutRoom(placeVolume(request, candidates).legs, policy, drives);
    if (short.size === 0) return candidates;
    candidates = without(candidates, ({ nodeId }) => short.has(nodeId));
  }
}

/** Nodes with room for one leg's cache. With a share of the leg as its size, the room also bounds the leg. */
function withRoom(candidates: Candidates, policy: VolumeCache, drives: readonly CacheDrive[]): Candidates {
  const room = new Map<string, number>();
  for (const { nodeId, takes, freeBytes } of drives) if (takes) room.set(nodeId, Math.max(room.get(nodeId) ?? 0, freeBytes));
  const bounded = candidates.drives.map((drive) => ({
    ...drive,
    freeBytes: Math.min(drive.freeBytes, largestLegWithin(policy, room.get(drive.nodeId) ?? 0)),
  }));
  return without({ ...candidates, drives: bounded }, ({ freeBytes }) => freeBytes === 0);
}

function nodesWithoutRoom(legs: readonly PlacedLeg[], policy: VolumeCache, drives: readonly CacheDrive[]): Set<string> {
  const placed = legs.map((leg) => newLeg(leg, 1, String(leg.index)));
  return new Set(placeCaches(placed, () => true, policy, drives).without.map(({ leg }) => leg.nodeId));
}

function without(candidates: Candidates, isOut: (drive: CandidateDrive) => boolean): Candidates {
  const out = candidates.drives.filter(isOut);
  if (out.length === 0) return candidates;
  const named = out
    .slice(0, MOST_NAMED)
    .map(({ driveId, serial, nodeId, nodeName }) =>
      messageOf('drive-of-node', { drive: driveRef(driveId, serial), node: nodeRef(nodeId, nodeName) }),
    );
  return {
    ...candidates,
    drives: candidates.drives.filter((drive) => !isOut(drive)),
    leftOut: [...candidates.leftOut, messageOf('drives-without-cache', { count: out.length, drives: named })],
  };
}
