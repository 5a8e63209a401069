import { DomainError } from '@weft/shared/errors/errors';
import { type AttachmentCreate, allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { isMirrored, volumeActions } from '@weft/shared/kinds/volume';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * Checks that a volume may be attached as requested, next to its existing attachments.
 * @throws DomainError `wrong-state`, `not-possible` or `in-use`, with the name of the blocking attachment.
 */
export function checkAllowed(
  request: Pick<AttachmentCreate, 'nodeId' | 'mode'>,
  volume: VolumeDocument,
  existing: readonly AttachmentDocument[],
): void {
  const { protection } = volume.spec;
  if (!volumeActions.attach.includes(volume.state))
    throw new DomainError(
      'wrong-state',
      `Volume ${volume.name} is ${volume.state}: it can be attached once it is ${volumeActions.attach.join(' or ')}.`,
    );
  if (!allowedModes(protection).includes(request.mode))
    throw new DomainError(
      'not-possible',
      `A ${protection} volume cannot be attached ${request.mode}: choose ${allowedModes(protection).join(' or ')}.`,
      { field: 'mode' },
    );
  if (isMirrored(protection) && request.mode === 'readonly' && !volume.array?.created)
    throw new DomainError(
      'wrong-state',
      `Volume ${volume.name} was never written: attach it exclusive once, so that its array is created.`,
      { field: 'mode' },
    );
  // An attachment that is fenced from every leg no longer owns the volume (S3, S12).
  const holding = existing.filter((each) => !each.fenced);
  const conflict = modeConflict(
    request.mode,
    holding.map((each) => each.mode),
  );
  if (conflict)
    throw new DomainError(
      'in-use',
      `Volume ${volume.name} cannot be attached ${request.mode}: ${conflict}. It is on ${holding.map((each) => each.nodeName).join(', ')}: ${holding.some((each) => each.state === 'revoking') ? 'it is being taken away there, follow the job attachment.revoke' : 'detach it there first'}.`,
    );
  const here = existing.find((each) => each.nodeId === request.nodeId);
  if (here)
    throw new DomainError(
      'in-use',
      here.fenced
        ? `Volume ${volume.name} was taken away from ${here.nodeName}, and what is left of it is not gone yet (${here.conditions.find(({ type }) => type === 'Fenced')?.message ?? 'not reported'}): wait, or attach it elsewhere.`
        : `Volume ${volume.name} is ${here.state} on ${here.nodeName} (${here.mode}, ${here.transport}): detach it there first.`,
    );
}
