import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { ScrubAction } from '@weft/shared/messages/scrub';
import { nodeOf, volumeOf } from '../documents/references.js';
import type { ScrubOrderDocument, VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { canScrub, reportOf, scrubbingAttachment } from './scrub-client.js';

/** @throws DomainError `wrong-state`: no mirror, not attached for writing, an agent that knows no scrub, or one is ordered already. */
export function scrubOrdered(world: VolumeWorld, action: ScrubAction, orderedBy: string): VolumeDocument {
  const { volume, now } = world;
  const about = { volume: volumeOf(volume) };
  if (!isMirrored(volume.spec.protection)) throw new DomainError('scrub-no-mirror', about);
  if (volume.spec.scrub) throw new DomainError('scrub-ordered', about);
  const attachment = scrubbingAttachment(world);
  if (!attachment) throw new DomainError('scrub-not-attached', about);
  if (!canScrub(world, attachment)) throw new DomainError('client-cannot-scrub', { ...about, client: nodeOf(attachment) });
  return withOrder(volume, newOrder(now, action, orderedBy, attachment));
}

/**
 * md's repair copies from the first half, whichever is right. So it is refused without a complete check that found mismatches.
 * @throws DomainError `wrong-state`, or `invalid-field` for another name.
 */
export function repairOrdered(world: VolumeWorld, volumeName: string, orderedBy: string): VolumeDocument {
  const { volume } = world;
  if (volume.name !== volumeName)
    throw new DomainError('volume-name-not-repeated', { volume: volumeOf(volume), sentName: volumeName }, { field: 'volumeName' });
  const last = volume.status.scrub?.last;
  const hasFound = last?.action === 'check' && last.outcome === 'completed' && last.mismatchBytes > 0;
  if (!hasFound) throw new DomainError('scrub-nothing-to-repair', { volume: volumeOf(volume) });
  return scrubOrdered(world, 'repair', orderedBy);
}

/** Its client ends it; what it has compared so far counts as a stopped scrub. @throws DomainError `wrong-state`. */
export function scrubStopped(world: VolumeWorld): VolumeDocument {
  const { volume } = world;
  const { scrub } = volume.spec;
  if (!scrub) throw new DomainError('scrub-not-ordered', { volume: volumeOf(volume) });
  const report = reportOf(world, scrub);
  if (!report) return withOrder(volume, { ...scrub, isStopping: true });
  // The client ends it, and reports it no more.
  const { checkedBytes, totalBytes, mismatchBytes } = report;
  return withOrder(volume, { ...scrub, isStopping: true, reached: { checkedBytes, totalBytes, mismatchBytes } });
}

export const newOrder = (
  orderedAt: Date,
  action: ScrubAction,
  orderedBy: string | null,
  { _id, nodeId, nodeName }: { _id: string; nodeId: string; nodeName: string },
): ScrubOrderDocument => ({ orderedAt, action, orderedBy, attachmentId: _id, client: { id: nodeId, name: nodeName }, isStopping: false });

export const withOrder = (volume: VolumeDocument, scrub: ScrubOrderDocument | null): VolumeDocument => ({
  ...volume,
  spec: { ...volume.spec, scrub },
});
