import { isDeepStrictEqual } from 'node:util';
import { allLegs, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';

type Legs = Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>;

/**
 * An order to a leg's target (to be there in a size, or to go) is carried by the generation that its node's assignment has after the step that gave it.
 * @returns the legs with the generations of their orders; null when no order is new.
 */
export function legOrders(before: Legs, after: Legs, generations: ReadonlyMap<string, number>): Legs | null {
  const earlier = new Map(allLegs(before).map((leg) => [leg.id, leg]));
  const ordered = <L extends LegDocument>(leg: L): L => {
    const same = earlier.get(leg.id);
    if (same?.desired === leg.desired && same.sizeBytes === leg.sizeBytes) return leg;
    return { ...leg, orderGeneration: generations.get(leg.nodeId) ?? leg.orderGeneration };
  };
  const legs = after.legs.map(ordered);
  const obsoleteLegs = after.obsoleteLegs?.map(ordered);
  const next: Legs = obsoleteLegs ? { legs, obsoleteLegs } : { legs };
  return isDeepStrictEqual([next.legs, next.obsoleteLegs], [after.legs, after.obsoleteLegs]) ? null : next;
}
