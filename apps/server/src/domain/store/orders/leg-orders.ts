import { isDeepStrictEqual } from 'node:util';
import { allLegs, type LegDocument, type VolumeDocument } from '../../documents/volume.document.js';

type Legs = Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>;

const isNewOrder = (earlier: LegDocument | undefined, leg: LegDocument): boolean =>
  earlier?.spec.desired !== leg.spec.desired ||
  earlier.spec.sizeBytes !== leg.spec.sizeBytes ||
  earlier.spec.thin?.order !== leg.spec.thin?.order;

/** A cache begins, ends, or gets another place. */
const isNewCacheOrder = (earlier: LegDocument | undefined, { spec: { cache } }: LegDocument): boolean =>
  cache !== undefined &&
  (earlier?.spec.cache?.driveId !== cache.driveId ||
    earlier.spec.cache.isEnding !== cache.isEnding ||
    earlier.spec.cache.dataBytes !== cache.dataBytes);

const byId = (legs: Legs) => new Map(allLegs(legs).map((leg) => [leg.id, leg]));

/** Whether a target gets a new order for a leg: to create it, to resize it, or to remove it. */
export function hasNewLegOrder(before: Legs, after: Legs): boolean {
  const earlier = byId(before);
  return allLegs(after).some((leg) => isNewOrder(earlier.get(leg.id), leg));
}

/**
 * A new order for a leg (its size, or its removal) gets the generation that its node's assignment has after the step that gives it.
 * @returns the legs with the generations of their orders; null when no order is new.
 */
export function legOrders(before: Legs, after: Legs, generations: ReadonlyMap<string, number>): Legs | null {
  const earlier = byId(before);
  const ordered = <L extends LegDocument>(leg: L): L => {
    const before = earlier.get(leg.id);
    const generation = generations.get(leg.nodeId);
    if (generation === undefined) return leg;
    const { cache } = leg.spec;
    return {
      ...leg,
      spec: {
        ...leg.spec,
        ...(isNewOrder(before, leg) && { orderGeneration: generation }),
        ...(cache && isNewCacheOrder(before, leg) && { cache: { ...cache, orderGeneration: generation } }),
      },
    };
  };
  const legs = after.legs.map(ordered);
  const obsoleteLegs = after.obsoleteLegs?.map(ordered);
  const next: Legs = obsoleteLegs ? { legs, obsoleteLegs } : { legs };
  return isDeepStrictEqual([next.legs, next.obsoleteLegs], [after.legs, after.obsoleteLegs]) ? null : next;
}
