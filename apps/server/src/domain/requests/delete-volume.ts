import { DomainError } from '@weft/shared/errors/errors';
import { volumeActions } from '@weft/shared/kinds/volume';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * The volume after a delete request: its space is free when every node has reported its LVs gone.
 * @param attachmentIds must be empty: only a detached volume can be deleted.
 * @throws DomainError `in-use` or `wrong-state`.
 */
export function deletedVolume(before: VolumeDocument, attachmentIds: readonly string[]): VolumeDocument {
  if (attachmentIds.length > 0)
    throw new DomainError(
      'in-use',
      `Volume ${before.name} has ${attachmentIds.length} attachment(s) (${attachmentIds.join(', ')}): detach it first.`,
    );
  if (!volumeActions.delete.includes(before.state))
    throw new DomainError(
      'wrong-state',
      `Volume ${before.name} is ${before.state}: only a volume that is ${volumeActions.delete.join(' or ')} can be deleted.`,
    );
  const absent = { desired: 'absent' as const, state: 'deleting' as const };
  const legs = before.legs.map((leg) => ({ ...leg, ...absent }));
  const obsoleteLegs = (before.obsoleteLegs ?? []).map((leg) => ({ ...leg, ...absent }));
  return { ...before, state: 'deleting', legs, obsoleteLegs, growth: null, generation: before.generation + 1 };
}
