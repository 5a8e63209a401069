import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { type LegDocument, sharedSides } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Where legs stand follows the labels of their nodes. Scenarios:
 *
 * - A node's rack or zone becomes another: its legs stand there from now on, and repair, eviction and placement go by that.
 * - The label goes: nobody knows where the node stands, and what was last known counts.
 * - Two sides of a mirror stand in one failure domain by that: nothing is moved, for the label may be the mistake; the volume says so.
 * - They stand apart again, by a label or because a leg was moved: it says since when.
 */

/** The leg with the failure domain that its node is in now. */
export function whereItStands({ volume, nodes }: VolumeWorld, leg: LegDocument): LegDocument {
  const { failureDomain } = volume.spec;
  if (failureDomain === 'node') return leg;
  const domain = nodes.get(leg.nodeId)?.labels[failureDomain] ?? leg.failureDomain;
  return domain === leg.failureDomain ? leg : { ...leg, failureDomain: domain };
}

/** The condition `Apart`; there is none as long as the sides have never stood together. */
export function withApart({ volume, now }: VolumeWorld, legs: readonly LegDocument[], conditions: readonly Condition[]): Condition[] {
  const { failureDomain, protection } = volume.spec;
  const shared = sharedSides(protection, legs);
  const type = 'Apart';
  if (shared.length > 0)
    return withCondition(
      conditions,
      {
        type,
        status: 'false',
        reason: 'domain-shared',
        message: `${pairsText(shared, failureDomain)}: what takes it away takes both sides`,
        unblockedBy: `the label ${failureDomain} of one of the nodes being corrected, if it is wrong; else evicting the drive of one of the legs, which moves it to another ${failureDomain}`,
      },
      now.toISOString(),
    );
  if (!conditions.some((condition) => condition.type === type)) return [...conditions];
  const message = `no two sides of a mirror share a ${failureDomain}`;
  return withCondition(conditions, { type, status: 'true', reason: 'apart', message }, now.toISOString());
}

const MOST_NAMED = 3;

function pairsText(shared: readonly [LegDocument, LegDocument][], noun: string): string {
  const named = shared
    .slice(0, MOST_NAMED)
    .map(([a, b]) => `leg ${a.index} on ${a.nodeName} and leg ${b.index} on ${b.nodeName} share ${noun} ${a.failureDomain}`);
  return named.join('; ') + (shared.length > MOST_NAMED ? `; and ${shared.length - MOST_NAMED} more pairs` : '');
}
