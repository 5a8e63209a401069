import { DomainError } from '@weft/shared/errors/domain-error';
import { type AttachmentCreate, type AttachmentMode, allowedModes, conflictingMode } from '@weft/shared/kinds/attachment';
import { isMirrored, volumeActions } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { messageIn } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { nodeOf, volumeOf } from '../documents/references.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { requireNoCopying, requireWholeArray } from '../snapshot/snapshot-checks.js';

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
  const named = volumeOf(volume);
  const { mode } = request;
  if (!volumeActions.attach.includes(volume.status.state))
    throw new DomainError('volume-not-attachable', { volume: named, state: volume.status.state, allowedStates: [...volumeActions.attach] });
  if (!allowedModes(protection).includes(mode))
    throw new DomainError('mode-not-possible', { protection, mode, allowedModes: [...allowedModes(protection)] }, { field: 'mode' });
  requireNoCopying(volume);
  if (volume.spec.snapshot && mode !== 'readonly') throw new DomainError('snapshot-is-readonly', { snapshot: named }, { field: 'mode' });
  checkCopy(volume, existing);
  if (isMirrored(protection) && mode === 'readonly' && !volume.array?.status.created && !volume.array?.status.copiedFrom)
    throw new DomainError('readonly-before-first-write', { volume: named }, { field: 'mode' });
  if (mode === 'readonly') requireWholeArray(volume);
  checkMode(mode, volume, existing);
  const here = existing.find((each) => each.nodeId === request.nodeId);
  if (here?.status.fenced) throw new DomainError('attachment-not-gone', { volume: named, client: nodeOf(here), fence: fenceOf(here) });
  if (here)
    throw new DomainError('attachment-exists', {
      ...{ volume: named, client: nodeOf(here), state: here.status.state },
      ...{ mode: here.spec.mode, transport: here.spec.transport },
    });
}

/** Until the legs of a copied mirror have their own UUID, one client at a time gives it to them. */
function checkCopy(volume: VolumeDocument, existing: readonly AttachmentDocument[]): void {
  const [first] = existing.filter((each) => !each.status.fenced);
  if (first && volume.array?.status.copiedFrom)
    throw new DomainError('copy-read-once-first', { volume: volumeOf(volume), client: nodeOf(first) });
}

function checkMode(mode: AttachmentMode, volume: VolumeDocument, existing: readonly AttachmentDocument[]): void {
  // An attachment that is fenced from every leg no longer owns the volume (S3, S12).
  const holding = existing.filter((each) => !each.status.fenced);
  const otherMode = conflictingMode(
    mode,
    holding.map((each) => each.spec.mode),
  );
  if (otherMode !== null)
    throw new DomainError('volume-attached-elsewhere', {
      ...{ volume: volumeOf(volume), mode, otherMode, clients: holding.map(nodeOf) },
      revoking: holding.some((each) => each.status.state === 'revoking'),
    });
}

function fenceOf({ status: { conditions } }: AttachmentDocument): Message | undefined {
  const fence = conditions.find(({ type }) => type === 'Fenced');
  return fence && messageIn(fence);
}
