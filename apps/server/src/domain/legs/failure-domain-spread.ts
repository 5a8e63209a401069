import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { FAILURE_DOMAIN_VIOLATED } from '@weft/shared/kinds/condition-types';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import { type LegDocument, sharedHalves } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Failure domains of legs follow the labels of their nodes. Scenarios:
 *
 * - A node's rack or zone label changes: its legs are in the new domain from now on, also for repair, eviction and placement.
 * - The label is removed: the location of the node is unknown, and the last known domain counts.
 * - Two mirror legs are then in one failure domain: no leg moves, because the label may be the mistake; a condition of the volume reports it.
 * - They are in different domains again, by a label or because a leg moved: the condition shows since when.
 */

/** The leg, with the present failure domain of its node. */
export function whereItStands({ volume, nodes }: VolumeWorld, leg: LegDocument): LegDocument {
  const { failureDomain } = volume.spec;
  if (failureDomain === 'node') return leg;
  const domain = nodes.get(leg.nodeId)?.spec.labels[failureDomain] ?? leg.spec.failureDomain;
  return domain === leg.spec.failureDomain ? leg : { ...leg, spec: { ...leg.spec, failureDomain: domain } };
}

/** Sets the condition FailureDomainViolated; absent until two mirror legs share a failure domain for the first time. */
export function withFailureDomain(
  { volume, now }: VolumeWorld,
  legs: readonly LegDocument[],
  conditions: readonly Condition[],
): Condition[] {
  const { failureDomain } = volume.spec;
  const shared = sharedHalves(volume.spec, legs);
  const type = FAILURE_DOMAIN_VIOLATED;
  if (shared.length > 0)
    return withCondition(
      conditions,
      {
        type,
        status: 'true',
        ...said('domain-shared', pairsOf(shared, failureDomain)),
      },
      now.toISOString(),
    );
  if (!conditions.some((condition) => condition.type === type)) return [...conditions];
  return withCondition(conditions, { type, status: 'false', ...said('domain-not-shared', { domain: failureDomain }) }, now.toISOString());
}

const MOST_NAMED = 3;

function pairsOf(shared: readonly [LegDocument, LegDocument][], domain: string) {
  const pairs = shared.slice(0, MOST_NAMED).map(([one, other]) =>
    messageOf('legs-share-domain', {
      one: legRef(one),
      node: nodeRef(one.nodeId, one.nodeName),
      other: legRef(other),
      otherNode: nodeRef(other.nodeId, other.nodeName),
      domain,
      name: one.spec.failureDomain,
    }),
  );
  return { pairs, domain, more: shared.length > MOST_NAMED ? shared.length - MOST_NAMED : undefined };
}
