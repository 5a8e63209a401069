import { DomainError } from '@weft/shared/errors/domain-error';
import { volumeActions } from '@weft/shared/kinds/volume';
import { nodeRef } from '@weft/shared/text/references';
import { volumeOf } from '../documents/references.js';
import { removed, type VolumeDocument } from '../documents/volume.document.js';

/** An attachment, as far as a refusal names it. */
type Attached = { id: string; client: { id: string; name: string } };

/**
 * The volume after a delete request: its space is free when every node has reported its LVs gone.
 * @param attachments must be empty: only a detached volume can be deleted.
 * @throws DomainError `in-use` or `wrong-state`.
 */
export function deletedVolume(before: VolumeDocument, attachments: readonly Attached[]): VolumeDocument {
  if (attachments.length > 0)
    throw new DomainError('volume-attached', {
      volume: volumeOf(before),
      attachmentIds: attachments.map(({ id }) => id),
      clients: attachments.map(({ client }) => nodeRef(client.id, client.name)),
    });
  if (before.spec.snapshotSetId !== undefined) throw new DomainError('snapshot-being-taken', { volume: volumeOf(before) });
  if (!volumeActions.delete.includes(before.status.state))
    throw new DomainError('volume-not-deletable', {
      volume: volumeOf(before),
      state: before.status.state,
      allowedStates: [...volumeActions.delete],
    });
  return {
    ...before,
    legs: before.legs.map(removed),
    obsoleteLegs: (before.obsoleteLegs ?? []).map(removed),
    growth: null,
    generation: before.generation + 1,
    status: { ...before.status, state: 'deleting' },
  };
}
