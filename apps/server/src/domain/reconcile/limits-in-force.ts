import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { LIMITS_NOT_IN_FORCE } from '@weft/shared/kinds/condition-types';
import { limitsOrNone, sameLimits } from '@weft/shared/limits/io-limits';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { reported } from '../world/reported-message.js';
import { clientReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of the condition LimitsNotInForce of an attachment:
 *
 * - No limits are ordered: absent.
 * - The client reports the device, and other limits than ordered, or why it cannot set them: true, with the reason.
 * - It reports the ordered ones, without a reason: false if it was true before, else absent.
 * - Without a report of the device nothing changes (a device that nobody can use needs no limits), nor while the client is setting them.
 */
export function withLimits(world: VolumeWorld, attachment: AttachmentDocument, conditions: Condition[]): Condition[] {
  const ordered = limitsOrNone(attachment.spec.limits);
  if (!ordered) return conditions.filter(({ type }) => type !== LIMITS_NOT_IN_FORCE);
  const report = clientReport(world, attachment);
  if (!report?.observed.available || report.state === 'working') return conditions;
  const { limits } = report.observed;
  const client = nodeRef(attachment.nodeId, attachment.nodeName);
  const now = world.now.toISOString();
  const isInForce = limits?.values && sameLimits(limits.values, ordered) && limits.reason === null;
  if (isInForce) {
    if (!conditions.some(({ type }) => type === LIMITS_NOT_IN_FORCE)) return conditions;
    return withCondition(conditions, { type: LIMITS_NOT_IN_FORCE, status: 'false', ...said('limits-in-force', { client }) }, now);
  }
  const others = limits?.values ? limits.slices : [];
  const why = limits?.reason ? { report: reported(limits.reason) } : {};
  const condition: NewCondition = {
    type: LIMITS_NOT_IN_FORCE,
    status: 'true',
    ...said('limits-not-in-force', { client, slices: others, ...why }),
  };
  return withCondition(conditions, condition, now);
}
