import { DomainError } from '@weft/shared/errors/domain-error';
import { nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { volumeOf } from '../documents/references.js';
import { type LegDocument, type ObsoleteLegDocument, removed, type VolumeDocument } from '../documents/volume.document.js';
import { legReady } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { copiedArray, copiedLeg, copiedLegs } from './copied-volume.js';
import { requireReady, requireSettled } from './snapshot-checks.js';

/*
 * A roll-back. Each step derives from the whole state:
 *
 * - The volume gets new legs, copies of the snapshot's, in a new epoch with an array UUID of its own. Its old legs are kept as legs of an older epoch.
 * - Until every new leg is made, no client attaches the volume, and nothing of the old legs is removed. A lost target delays it.
 * - Then the old legs are removed. Their blocks stay with the snapshots that share them.
 */

/**
 * The volume with the order to roll back.
 * @throws DomainError `in-use`, `wrong-state` or `not-possible`.
 */
export function rolledBack(
  volume: VolumeDocument,
  attachments: readonly AttachmentDocument[],
  snapshot: VolumeDocument,
  { now, newId }: { now: Date; newId: () => string },
): VolumeDocument {
  requireReady(snapshot);
  if (attachments.length > 0)
    throw new DomainError('volume-attached', {
      volume: volumeOf(volume),
      attachmentIds: attachments.map(({ _id }) => _id),
      clients: attachments.map(({ nodeId, nodeName }) => nodeRef(nodeId, nodeName)),
    });
  requireSettled(volume);
  if (snapshot.spec.sizeBytes !== volume.spec.sizeBytes)
    throw new DomainError('roll-back-needs-size', { volume: volumeOf(volume), sizeBytes: snapshot.spec.sizeBytes });
  const epoch = volume.spec.epoch + 1;
  return {
    ...volume,
    generation: volume.generation + 1,
    array: copiedArray(snapshot, newId),
    legs: copiedLegs(snapshot).map((leg) => copiedLeg(leg, epoch, newId(), { order: 'take' })),
    obsoleteLegs: [...(volume.obsoleteLegs ?? []), ...volume.legs.map((leg) => replaced(leg, now))],
    spec: { ...volume.spec, epoch, rollBack: { snapshot: { id: snapshot._id, name: snapshot.name }, since: now } },
    status: { ...volume.status, vacancies: [] },
  };
}

/** It promises nothing any more: the new leg counts in its place. */
const replaced = (leg: LegDocument, now: Date): ObsoleteLegDocument => ({
  ...leg,
  spec: { ...leg.spec, ...(leg.spec.thin && { thin: { ...leg.spec.thin, countedBytes: 0 } }), since: now, why: 'rolled-back' },
  status: { ...leg.status, inSync: false, fencedFrom: null },
});

export function advanceRollBack(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  const { rollBack, ...spec } = volume.spec;
  if (!rollBack || volume.status.state === 'deleting' || !volume.legs.every((leg) => legReady(world, leg))) return volume;
  const obsoleteLegs = (volume.obsoleteLegs ?? []).map((leg) => (leg.spec.why === 'rolled-back' ? removed(leg) : leg));
  return { ...volume, spec, obsoleteLegs };
}
