import { withCondition } from '@weft/shared/kinds/common';
import { CACHE_INCOMPLETE } from '@weft/shared/kinds/condition-types';
import type { Message } from '@weft/shared/text/message';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import { type LegCacheDocument, type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { legReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { cacheSize } from './cache-size.js';
import { type PlacedCaches, placeCaches } from './place-caches.js';

/*
 * The caches of a volume's legs. Each step derives from the whole state:
 *
 * - The volume has a policy, and a leg has no cache: one is reserved on a cache drive of its target, if there is room (S6).
 * - The policy ended or has another size, or the drive leaves its service: the target gets the order to clean and remove the cache.
 * - The target reports that nothing is left of it, and the leg whole: the bytes are free. A leg whose newest bytes may be in a cache that is not there keeps
 *   its reservation, because the cache goes on when its drive returns.
 * - A leg that is moving away, or is to be removed, takes its cache with it.
 * - CacheIncomplete names the legs without a cache, and why. A cache that only starts is no reason.
 */
export function advanceCaches(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  if (volume.status.state === 'deleting') return volume;
  const policy = volume.spec.cache ?? null;
  if (!policy && !volume.legs.some(({ spec }) => spec.cache) && !isIncomplete(volume)) return volume;
  const legs = volume.legs.map((leg) => ({ ...leg, spec: { ...leg.spec, ...stepped(world, volume, leg) } })).map(withoutNone);
  const placed: PlacedCaches = policy
    ? placeCaches(legs, (leg) => isHereToStay(leg) && !leg.spec.cache, policy, world.cacheDrives)
    : { legs, without: [] };
  return withIncomplete(world, { ...volume, legs: placed.legs }, placed.without);
}

const isHereToStay = (leg: LegDocument): boolean => leg.spec.desired === 'present' && roleOf(leg) === 'member';

const isIncomplete = ({ status: { conditions } }: VolumeDocument): boolean => conditions.some(({ type }) => type === CACHE_INCOMPLETE);

/** The next state of the leg's cache; undefined: none. */
function stepped(world: VolumeWorld, volume: VolumeDocument, leg: LegDocument): { cache: LegCacheDocument | undefined } {
  const { cache } = leg.spec;
  if (!cache || leg.spec.desired === 'absent') return { cache };
  if (cache.isEnding) return { cache: isGone(world, leg, cache) ? undefined : cache };
  return { cache: stays(world, volume, leg, cache) ? cache : { ...cache, isEnding: true } };
}

function withoutNone(leg: LegDocument): LegDocument {
  if (leg.spec.cache !== undefined || !('cache' in leg.spec)) return leg;
  const { cache, ...spec } = leg.spec;
  return { ...leg, spec };
}

function stays({ cacheDrives }: VolumeWorld, { spec }: VolumeDocument, leg: LegDocument, cache: LegCacheDocument): boolean {
  const drive = cacheDrives.find(({ driveId }) => driveId === cache.driveId);
  return Boolean(spec.cache && drive?.keeps && cacheSize(spec.cache, leg.spec.sizeBytes).dataBytes === cache.dataBytes);
}

function isGone(world: VolumeWorld, leg: LegDocument, { orderGeneration }: LegCacheDocument): boolean {
  const observed = world.report(leg.nodeId, 'leg', leg.id, Math.max(orderGeneration, leg.spec.orderGeneration))?.observed;
  return observed !== undefined && observed.cache === undefined && observed.backed;
}

function withIncomplete(world: VolumeWorld, volume: VolumeDocument, without: PlacedCaches['without']): VolumeDocument {
  const reasons = [
    ...without.map(({ leg, ...room }) => messageOf('leg-without-cache', { ...named(leg), ...room })),
    ...failed(world, volume),
  ];
  const others = volume.status.conditions.filter(({ type }) => type !== CACHE_INCOMPLETE);
  if (reasons.length === 0 && !isIncomplete(volume)) return volume;
  const conditions =
    reasons.length > 0
      ? withCondition(
          volume.status.conditions,
          { type: CACHE_INCOMPLETE, status: 'true', ...said('cache-incomplete', { legs: reasons }) },
          world.now.toISOString(),
        )
      : others;
  return { ...volume, status: { ...volume.status, conditions } };
}

/** Legs whose target has done all it can, and whose cache is not there. */
const failed = (world: VolumeWorld, { spec, legs }: VolumeDocument): Message[] =>
  legs.flatMap((leg) => {
    const { cache } = leg.spec;
    if (!spec.cache || !cache || cache.isEnding || world.isSilent(leg.nodeId)) return [];
    const report = legReport(world, leg);
    if (!report || report.generation < cache.orderGeneration || report.state !== 'done') return [];
    if (report.observed.cache && !report.observed.cache.failed) return [];
    return [messageOf('leg-cache-lost', { ...named(leg), serial: cache.driveSerial })];
  });

const named = (leg: LegDocument) => ({ leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName) });
