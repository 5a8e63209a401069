import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { UNAUTHENTICATED } from '@weft/shared/kinds/condition-types';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { allLegs } from '../documents/volume.document.js';
import { clientReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of the condition Unauthenticated of an attachment:
 *
 * - The client reports a path without keys, and the setting is not `off`: true, with the targets, and the nodes that cannot authenticate.
 * - It reports keys on every path: false if it was true before, else absent. Without a report nothing changes.
 * - The setting is `off`: absent.
 */
export function withUnauthenticated(world: VolumeWorld, attachment: AttachmentDocument, conditions: Condition[]): Condition[] {
  const { setting, hasSecretsKey } = world.authentication;
  if (setting === 'off') return conditions.filter(({ type }) => type !== UNAUTHENTICATED);
  const paths = clientReport(world, attachment)?.observed.paths.filter(({ controllerState }) => controllerState !== null) ?? [];
  if (paths.length === 0) return conditions;
  const targetOf = new Map(allLegs(world.volume).map((leg) => [leg.id, nodeRef(leg.nodeId, leg.nodeName)]));
  const open = paths.filter(({ keys }) => !keys?.hostKeyId || !keys.controllerKeyId).flatMap(({ legId }) => targetOf.get(legId) ?? []);
  const targets = [...new Map(open.map((target) => [target.id, target])).values()];
  const client = nodeRef(attachment.nodeId, attachment.nodeName);
  if (targets.length === 0) {
    if (!conditions.some(({ type }) => type === UNAUTHENTICATED)) return conditions;
    return withCondition(
      conditions,
      { type: UNAUTHENTICATED, status: 'false', ...said('authenticated', { client }) },
      world.now.toISOString(),
    );
  }
  const abilityOf = (id: string) => world.nodes.get(id)?.status.inventory?.capabilities.authentication;
  const cannot = [...(abilityOf(client.id)?.client ? [] : [client]), ...targets.filter(({ id }) => !abilityOf(id)?.target)];
  const params = {
    client,
    targets,
    cannot,
    required: setting === 'required',
    ...(cannot.length === 0 && !hasSecretsKey && { noSecretsKey: true }),
  };
  const condition: NewCondition = { type: UNAUTHENTICATED, status: 'true', ...said('unauthenticated', params) };
  return withCondition(conditions, condition, world.now.toISOString());
}
