import { isDeepStrictEqual } from 'node:util';
import { allLegs, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';

type Legs = Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>;

const isNewOrder = (earlier: LegDocument | undefined, leg: LegDocument): boolean =>
  earlier?.desired !== leg.desired || earlier.sizeBytes !== leg.sizeBytes;

const byId = (legs: Legs) => new Map(allLegs(legs).map((leg) => [leg.id, leg]));

/** Whether a leg's target is ordered something that it was not ordered before: to have it, in another size, or not to have it. */
export function hasNewLegOrder(before: Legs, after: Legs): boolean {
  const earlier = byId(before);
  return allLegs(after).some((leg) => isNewOrder(earlier.get(leg.id), leg));
}

/**
 * An order to a leg's target (to be there in a size, or to go) is carried by the generation that its node's assignment has after the step that gave it.
 * @returns the legs with the generations of their orders; null when no order is new.
 */
export function legOrders(before: Legs, after: Legs, generations: ReadonlyMap<string, number>): Legs | null {
  const earlier = byId(before);
  const ordered = <L extends LegDocument>(leg: L): L =>
    isNewOrder(earlier.get(leg.id), leg) ? { ...leg, orderGeneration: generations.get(leg.nodeId) ?? leg.orderGeneration } : leg;
  const legs = after.legs.map(ordered);
  const obsoleteLegs = after.obsoleteLegs?.map(ordered);
  const next: Legs = obsoleteLegs ? { legs, obsoleteLegs } : { legs };
  return isDeepStrictEqual([next.legs, next.obsoleteLegs], [after.legs, after.obsoleteLegs]) ? null : next;
}
