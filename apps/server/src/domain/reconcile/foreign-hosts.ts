import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { FOREIGN_HOST } from '@weft/shared/kinds/condition-types';
import { FOREIGN_HOST_CONNECTED, FOREIGN_HOST_FENCED } from '@weft/shared/messages/report';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageIn, messageOf, said } from '@weft/shared/text/rendering/render';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { reported } from '../world/reported-message.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of the condition ForeignHost, on an attachment and on its volume:
 *
 * - A target reports a host connected from another address than the client's: true, with the address.
 * - The target fenced its export because of that host: true until the attachment is removed, reason `foreign-host-fenced`.
 * - No target reports a foreign host any more: false. No target ever did: the condition is absent.
 */
const TYPE = FOREIGN_HOST;
const REASONS: readonly string[] = [FOREIGN_HOST_CONNECTED, FOREIGN_HOST_FENCED];

/** Conditions of an attachment, with its targets' reports of foreign hosts. */
export function withForeignHosts(world: VolumeWorld, attachment: AttachmentDocument, conditions: Condition[]): Condition[] {
  const reports = attachment.exports.flatMap(({ nodeId, nodeName, spec: { orderGeneration } }) => {
    const reason = world.report(nodeId, 'export', attachment._id, orderGeneration)?.reason;
    if (!reason || !REASONS.includes(reason.code)) return [];
    const message = messageOf('reported-by', { node: nodeRef(nodeId, nodeName), report: reported(reason) });
    return [{ code: reason.code, message }];
  });
  return withReports(conditions, reports, world.now);
}

/** Ids of the targets that fence their export of this attachment. A fence ends only with its attachment, so a report of an earlier boot counts too. */
export const fencedTargets = (statuses: readonly ObjectStatusDocument[], attachmentId: string): Set<string> =>
  new Set(
    statuses.flatMap(({ nodeId, kind, objectId, status }) =>
      kind === 'export' && objectId === attachmentId && status.reason?.code === FOREIGN_HOST_FENCED ? [nodeId] : [],
    ),
  );

/** Conditions of a volume, with the foreign hosts of its attachments. */
export function withForeignHostsOf(attachments: readonly AttachmentDocument[], now: Date, conditions: Condition[]): Condition[] {
  const reports = attachments.flatMap(({ nodeId, nodeName, status: { conditions: own } }) =>
    own
      .filter(({ type, status }) => type === TYPE && status === 'true')
      .map((condition) => {
        const finding = messageIn(condition);
        return { code: condition.reason, message: messageOf('of-attachment', { client: nodeRef(nodeId, nodeName), finding }) };
      }),
  );
  return withReports(conditions, reports, now);
}

function withReports(conditions: Condition[], reports: readonly { code: string; message: Message }[], now: Date): Condition[] {
  if (reports.length === 0 && !conditions.some(({ type }) => type === TYPE)) return conditions;
  const reason = reports.some(({ code }) => code === FOREIGN_HOST_FENCED) ? FOREIGN_HOST_FENCED : FOREIGN_HOST_CONNECTED;
  const condition: NewCondition =
    reports.length > 0
      ? { type: TYPE, status: 'true' as const, ...said('foreign-hosts', { reports: reports.map(({ message }) => message) }, reason) }
      : { type: TYPE, status: 'false' as const, ...said('no-foreign-host', {}, 'gone') };
  return withCondition(conditions, condition, now.toISOString());
}
