import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { DISAGREEMENT, STALLED } from '@weft/shared/kinds/condition-types';
import type { LegHealth, LegObservations } from '@weft/shared/kinds/leg';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageIn, messageOf } from '@weft/shared/text/rendering/render';
import type { LegDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { contradictions } from './leg-health.js';
import { legObservations } from './leg-observations.js';

/* The stored part of the legs' health: conditions and `unhealthySince`, for people and for the delay before a replacement. */

const BAD: readonly LegHealth[] = ['unhealthy', 'missing', 'stalled'];
export const isBad = ({ health }: Pick<LegObservations, 'health'>): boolean => BAD.includes(health);

export interface AssessedLeg {
  leg: LegDocument;
  observations: LegObservations;
}

/** One message for each node and finding: `legs 1, 3 on t2: c1 has no live path to t2`. */
export function described(legs: readonly AssessedLeg[]): Message[] {
  const alike = new Map<string, [AssessedLeg, ...AssessedLeg[]]>();
  for (const each of legs) {
    const key = `${each.leg.nodeId} ${each.observations.message}`;
    const known = alike.get(key);
    if (known) known.push(each);
    else alike.set(key, [each]);
  }
  return [...alike.values()].map((all) => {
    const [{ leg, observations }] = all;
    const finding = messageIn(observations);
    return messageOf('legs-of-node', { legs: all.map((each) => legRef(each.leg)), node: nodeRef(leg.nodeId, leg.nodeName), finding });
  });
}

/** Each node once. */
export const nodesOf = (legs: readonly AssessedLeg[]): MessageReference[] => [
  ...new Map(legs.map(({ leg }) => [leg.nodeId, nodeRef(leg.nodeId, leg.nodeName)])).values(),
];

export function assessLeg(world: VolumeWorld, leg: LegDocument): AssessedLeg {
  const observations = legObservations(world, leg);
  const now = world.now.toISOString();
  const contradicted = contradictions(leg, observations);
  const kept = leg.status.conditions.filter(
    ({ type }) => !CONTRADICTIONS.includes(type) || contradicted.some((each) => each.type === type),
  );
  const conditions = contradicted.reduce(
    (list, each) => withCondition(list, each, now),
    sinceReason(kept, healthCondition(observations), now),
  );
  const unhealthySince = sinceWhen(leg, observations, world.now);
  const same = (leg.status.unhealthySince ?? null) === unhealthySince;
  return {
    leg: { ...leg, status: { ...leg.status, conditions, health: observations.health, ...(same ? {} : { unhealthySince }) } },
    observations,
  };
}

const CONTRADICTIONS: readonly string[] = [STALLED, DISAGREEMENT];

const statusOf = ({ health }: LegObservations): Condition['status'] =>
  health === 'healthy' ? 'true' : health === 'pending' || health === 'unknown' ? 'unknown' : 'false';

const healthCondition = (observations: LegObservations): NewCondition => ({
  type: 'Healthy',
  status: statusOf(observations),
  reason: observations.reason,
  ...(observations.code === undefined ? {} : { code: observations.code }),
  ...(observations.params === undefined ? {} : { params: observations.params }),
  message: observations.message,
});

/** Like `withCondition`, but a new reason also resets `since`: a leg that md rebuilds is no longer missing. */
export function sinceReason(conditions: readonly Condition[], next: NewCondition, now: string): Condition[] {
  const before = conditions.find(({ type }) => type === next.type);
  return withCondition(before?.reason === next.reason ? conditions : conditions.filter((each) => each !== before), next, now);
}

/** Only a healthy leg clears it: an offline node does not, nor does a leg that flaps while it returns. */
function sinceWhen(leg: LegDocument, observations: LegObservations, now: Date): Date | null {
  if (isBad(observations)) return leg.status.unhealthySince ?? now;
  return observations.health === 'healthy' ? null : (leg.status.unhealthySince ?? null);
}
