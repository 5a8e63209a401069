import type { AssignmentContent, AttachedLeg, AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import type { DrillFault, HeldFault } from '@weft/shared/messages/drill-orders';
import type { FastState } from '../host/host.js';
import { isPathOf } from '../plan/attachment/plan-paths.js';
import { isActive, memberOf, setOf, traceAttachment } from '../plan/attachment-trace.js';
import { isDrilledNetwork } from '../plan/drill-fault.js';
import { type AgentReason, reason } from '../reason/reason.js';

/**
 * Why the fault must not begin, or go on, at this node; null: the node itself sees nothing against it. A client sees its own paths and arrays, a target
 * its own exports: the server has checked the rest.
 * @param begins before the fault: what it needs must be whole, not only enough
 */
export function dangerOf(fault: DrillFault, content: AssignmentContent, fast: FastState, begins: boolean): AgentReason | null {
  switch (fault.kind) {
    case 'close-path':
    case 'fail-leg': {
      const attachment = content.attachments.find((each) => each.attachmentId === fault.attachmentId && each.desired === 'attached');
      if (!attachment) return reason('drill-object-absent', { object: `attachment ${fault.attachmentId}` });
      return fault.kind === 'close-path'
        ? dangerOfPath(fault, attachment, fast, begins)
        : dangerOfLeg(fault.legId, attachment, fast, begins);
    }
    case 'cut-network':
    case 'stop-exports':
      return dangerOfPortals(fault, content, fast, begins);
    case 'kill-agent':
      return null;
  }
}

function dangerOfPath(
  { subsystemNqn: nqn, storageNetwork }: Extract<DrillFault, { kind: 'close-path' }>,
  attachment: AttachmentAssignment,
  { controllers }: FastState,
  begins: boolean,
): AgentReason | null {
  const paths = attachment.legs.find((leg) => leg.subsystemNqn === nqn)?.paths ?? [];
  if (!paths.some((path) => path.storageNetwork === storageNetwork))
    return reason('drill-object-absent', { object: `a path through ${storageNetwork}` });
  const isLive = (path: (typeof paths)[number]) => controllers.some((each) => each.state === 'live' && isPathOf(each, nqn, path));
  const others = paths.filter((path) => path.storageNetwork !== storageNetwork);
  const isEnough = begins ? others.length > 0 && paths.every(isLive) : others.some(isLive);
  return isEnough ? null : reason('drill-danger', { lacks: 'another live path to the same target' });
}

function dangerOfLeg(legId: string, attachment: AttachmentAssignment, fast: FastState, begins: boolean): AgentReason | null {
  const trace = traceAttachment(attachment, fast);
  const leg = attachment.legs.find((each) => each.legId === legId);
  if (!leg || !trace.array || attachment.mode === 'readonly')
    return reason('drill-object-absent', { object: `leg ${legId} of a running array` });
  const isWhole =
    trace.array.degraded === 0 && trace.array.syncAction === 'idle' && attachment.legs.every((each) => isActive(memberOf(each, trace)));
  const partners = attachment.legs.filter((each) => each !== leg && setOf(attachment, each) === setOf(attachment, leg));
  const isEnough = begins ? isWhole : true;
  const hasPartner = partners.some((each) => isActive(memberOf(each, trace)) && trace.controllers.some(isLiveOf(each)));
  return isEnough && hasPartner
    ? null
    : reason('drill-danger', { lacks: 'an array in which another half of the mirror set is in sync and reachable' });
}

const isLiveOf =
  ({ subsystemNqn }: AttachedLeg) =>
  (controller: FastState['controllers'][number]): boolean =>
    controller.subsystemNqn === subsystemNqn && controller.state === 'live';

function dangerOfPortals(
  fault: Extract<HeldFault, { kind: 'cut-network' | 'stop-exports' }>,
  { exports }: AssignmentContent,
  { ports }: FastState,
  begins: boolean,
): AgentReason | null {
  const touched = exports.filter(
    ({ desired, portals }) => desired === 'exported' && portals.some(({ storageNetwork }) => isDrilledNetwork(fault, storageNetwork)),
  );
  if (touched.length === 0) return reason('drill-object-absent', { object: 'an export that it would stop' });
  if (fault.kind === 'stop-exports') return null;
  const isLinked = (each: ExportAssignment, address: string) => ports.some((port) => isPortal(port, each, address));
  const lacking = touched.some((each) => {
    const others = each.portals.filter(({ storageNetwork }) => !isDrilledNetwork(fault, storageNetwork));
    return begins
      ? others.length === 0 || !each.portals.every(({ address }) => isLinked(each, address))
      : !others.some(({ address }) => isLinked(each, address));
  });
  return lacking ? reason('drill-danger', { lacks: 'another network on which every export listens' }) : null;
}

const isPortal = (port: FastState['ports'][number], { subsystemNqn, serviceId }: ExportAssignment, address: string): boolean =>
  port.subsystemNqns.includes(subsystemNqn) && port.address === address && port.serviceId === serviceId;

/** Whether the host shows the fault. (The agent that is killed does not see it.) */
export function isInForce(fault: HeldFault, content: AssignmentContent, fast: FastState): boolean {
  switch (fault.kind) {
    case 'close-path': {
      const attachment = content.attachments.find(({ attachmentId }) => attachmentId === fault.attachmentId);
      const paths = (attachment?.legs ?? [])
        .filter(({ subsystemNqn }) => subsystemNqn === fault.subsystemNqn)
        .flatMap(({ paths }) => paths);
      const drilled = paths.filter(({ storageNetwork }) => storageNetwork === fault.storageNetwork);
      return !fast.controllers.some((controller) => drilled.some((path) => isPathOf(controller, fault.subsystemNqn, path)));
    }
    case 'fail-leg': {
      const attachment = content.attachments.find(({ attachmentId }) => attachmentId === fault.attachmentId);
      const leg = attachment?.legs.find(({ legId }) => legId === fault.legId);
      return Boolean(attachment && leg && !isActive(memberOf(leg, traceAttachment(attachment, fast))));
    }
    case 'cut-network':
    case 'stop-exports':
      return !content.exports.some((each) =>
        each.portals.some(
          ({ storageNetwork, address }) =>
            isDrilledNetwork(fault, storageNetwork) && fast.ports.some((port) => isPortal(port, each, address)),
        ),
      );
  }
}
