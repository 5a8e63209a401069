import { DomainError } from '@weft/shared/errors/domain-error';
import { volumeActions } from '@weft/shared/kinds/volume';
import { volumeOf } from '../documents/references.js';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * The volume after a delete request: its space is free when every node has reported its LVs gone.
 * @param attachmentIds must be empty: only a detached volume can be deleted.
 * @throws DomainError `in-use` or `wrong-state`.
 */
export function deletedVolume(before: VolumeDocument, attachmentIds: readonly string[]): VolumeDocument {
  if (attachmentIds.length > 0) throw new DomainError('volume-attached', { volume: volumeOf(before), attachmentIds: [...attachmentIds] });
  if (!volumeActions.delete.includes(before.state))
    throw new DomainError('volume-not-deletable', {
      volume: volumeOf(before),
      state: before.state,
      allowedStates: [...volumeActions.delete],
    });
  const absent = { desired: 'absent' as const, state: 'deleting' as const };
  const legs = before.legs.map((leg) => ({ ...leg, ...absent }));
  const obsoleteLegs = (before.obsoleteLegs ?? []).map((leg) => ({ ...leg, ...absent }));
  return { ...before, state: 'deleting', legs, obsoleteLegs, growth: null, generation: before.generation + 1 };
}
