import type { ScrubStatus } from '@weft/shared/messages/report';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { ScrubOrderDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** The attachment whose client can scrub the volume: the one that writes to it in its present epoch. */
export const scrubbingAttachment = ({ volume, attachments }: Pick<VolumeWorld, 'volume' | 'attachments'>): AttachmentDocument | undefined =>
  attachments.find(
    ({ spec, status }) =>
      spec.mode === 'exclusive' && spec.desired === 'attached' && spec.epoch === volume.spec.epoch && !spec.revoked && !status.fenced,
  );

/** Whether the client's agent knows scrubs: another one would refuse its whole assignment. */
export const canScrub = ({ nodes }: Pick<VolumeWorld, 'nodes'>, { nodeId }: Pick<AttachmentDocument, 'nodeId'>): boolean =>
  nodes.get(nodeId)?.status.inventory?.capabilities.scrub === true;

/** The client's last report on exactly this order. */
export function reportOf(
  world: Pick<VolumeWorld, 'lastReport'>,
  { attachmentId, client, orderedAt }: ScrubOrderDocument,
): ScrubStatus | undefined {
  const scrub = world.lastReport(client.id, 'attachment', attachmentId)?.observed.array?.scrub;
  return scrub?.orderedAt === orderedAt.toISOString() ? scrub : undefined;
}
