import { DomainError } from '@weft/shared/errors/errors';
import { volumeActions } from '@weft/shared/kinds/volume';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * A volume as a delete leaves it: its space returns when every node has reported its LVs gone.
 * @param attachmentIds only a detached volume is deleted.
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
