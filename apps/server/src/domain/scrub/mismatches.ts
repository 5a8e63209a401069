import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { MISMATCHES_FOUND } from '@weft/shared/kinds/condition-types';
import { driveRef, legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import type { ScrubResultDocument, VolumeDocument } from '../documents/volume.document.js';

/** MismatchesFound, after a scrub. Where its legs have checksums, it names the half that was wrong. */
export function withMismatches(volume: VolumeDocument, last: ScrubResultDocument, now: Date): VolumeDocument {
  const condition = mismatches(last);
  if (!condition) return volume;
  return { ...volume, status: { ...volume.status, conditions: withCondition(volume.status.conditions, condition, now.toISOString()) } };
}

/** Null: the result does not cover the whole volume. */
function mismatches({ action, outcome, mismatchBytes, checkedBytes, endedAt, halves = [] }: ScrubResultDocument): NewCondition | null {
  const type = MISMATCHES_FOUND;
  const at = endedAt.toISOString();
  if (action === 'repair')
    return outcome === 'completed' ? { type, status: 'false', ...said('mismatches-repaired', { mismatchBytes, ended: at }) } : null;
  if (mismatchBytes > 0) {
    const wrong = halves.filter(({ checksumErrors }) => checksumErrors > 0);
    const found = { mismatchBytes, checkedBytes, ended: at };
    return wrong.length === 0
      ? { type, status: 'true', ...said('mismatches-found', found) }
      : { type, status: 'true', ...said('mismatches-of-half', { ...found, halves: wrong.map(named) }) };
  }
  return outcome === 'completed' ? { type, status: 'false', ...said('no-mismatches', { ended: at }) } : null;
}

const named = ({ legId, index, node, drive, checksumErrors }: NonNullable<ScrubResultDocument['halves']>[number]) =>
  messageOf('leg-checksum-errors', {
    ...{ leg: legRef({ id: legId, index }), node: nodeRef(node.id, node.name), drive: driveRef(drive.id, drive.serial) },
    errors: checksumErrors,
  });
