import type { AttachedLeg, AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import type { HeldFault } from '@weft/shared/messages/drill-orders';
import type { World } from './plan.js';

/*
 * The fault of a drill: a bounded deviation of this node's plans from its assignment. Everything else of the assignment is followed as always.
 *  - the fault is recorded: the plans of its objects want them closed, unlinked or failed, and leave them so.
 *  - it ends (deadline, order withdrawn, agent or node restarted, clock set): the same plans want the assignment again, and put it back. Nothing else has to.
 *  - it would leave a volume without redundancy, now or after another loss: refused, or ended at once (drill/drill-danger.ts).
 */

/** The fault that plans follow now; null: none. A clock that was set ends it. */
export function drillFault({ facts: { drill }, fast, wallMs }: Pick<World, 'facts' | 'fast' | 'wallMs'>): HeldFault | null {
  if (!drill || drill.fault.kind === 'kill-agent' || drill.bootId !== fast.bootId) return null;
  return drill.beganAtMs <= wallMs && wallMs < drill.untilMs ? drill.fault : null;
}

export function withoutDrilledPath(attachment: AttachmentAssignment, fault: HeldFault | null): AttachmentAssignment {
  if (fault?.kind !== 'close-path' || fault.attachmentId !== attachment.attachmentId) return attachment;
  const legs = attachment.legs.map((leg) =>
    leg.subsystemNqn === fault.subsystemNqn
      ? { ...leg, paths: leg.paths.filter(({ storageNetwork }) => storageNetwork !== fault.storageNetwork) }
      : leg,
  );
  return { ...attachment, legs };
}

export function withoutDrilledPortals(assigned: ExportAssignment, fault: HeldFault | null): ExportAssignment {
  if (fault?.kind !== 'cut-network' && fault?.kind !== 'stop-exports') return assigned;
  return { ...assigned, portals: assigned.portals.filter(({ storageNetwork }) => !isDrilledNetwork(fault, storageNetwork)) };
}

export const isDrilledLeg = (leg: AttachedLeg, { attachmentId }: AttachmentAssignment, fault: HeldFault | null): boolean =>
  fault?.kind === 'fail-leg' && fault.attachmentId === attachmentId && fault.legId === leg.legId;

export const isDrilledNetwork = (fault: Extract<HeldFault, { kind: 'cut-network' | 'stop-exports' }>, network: string): boolean =>
  fault.kind === 'stop-exports' || fault.storageNetwork === network;
