import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { messageIn, messageOf } from '@weft/shared/text/rendering/render';
import { withExports } from '../attachment/exports.js';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { legOnNode } from '../documents/references.js';
import { type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { isBad } from './active-rebuilds.js';
import { joiningLeg } from './joining-leg.js';
import { orRefusal, unreachable, withJoining } from './repair-step.js';
import type { Due, DueLegs } from './replacement-due.js';

/** A leg, and the drive that it moves to. */
export interface WantedMove {
  leg: LegDocument;
  drive: CandidateDrive;
}

/** The move of one leg: `begin` computes the documents to store from the current ones. */
export interface MoveStep {
  from: LegDocument;
  to: LegDocument;
  begin: (volume: VolumeDocument, attachments: readonly AttachmentDocument[]) => Begun;
}
interface Begun {
  volume: VolumeDocument;
  attachments: AttachmentDocument[];
}

/** @returns the attachment whose client moves the legs, or why the first move does not start now. */
export function holderOfMoves(
  volume: VolumeDocument,
  wanted: readonly WantedMove[],
  { due, waits, holder }: DueLegs,
): AttachmentDocument | Message {
  const [first] = due;
  const isMove = due.length === 1 && wanted.some(({ leg }) => leg.id === first?.leg?.id && !isBad(leg));
  return holder && isMove ? holder : waits[0] ? messageIn(waits[0]) : whyNoMove(volume, due);
}

/**
 * The moves of whole legs to the given drives, one after the other, as they would start. Ignores the limits on parallel resyncs. Pure.
 * @param exportsOf exports of one more leg to the holder's client. @throws DomainError when no export is possible.
 * @returns why not if a target is out of reach.
 */
export function startedMoves(
  volume: VolumeDocument,
  holder: AttachmentDocument,
  wanted: readonly WantedMove[],
  exportsOf: (leg: LegDocument) => ExportDocument[],
  newId: () => string,
): MoveStep[] | Message {
  const steps: MoveStep[] = [];
  for (const { leg: from, drive } of wanted) {
    const to = joiningLeg(volume, { index: from.index, leg: from, source: from }, drive, newId());
    const exports = orRefusal(() => exportsOf(to));
    if (exports instanceof DomainError) return messageIn(unreachable({ index: from.index }, exports));
    const begin: MoveStep['begin'] = (of, all) => ({
      volume: withJoining(of, from.id, to),
      attachments: withExports(all, holder._id, exports),
    });
    steps.push({ from, to, begin });
  }
  return steps;
}

function whyNoMove({ array, legs, status: { state } }: VolumeDocument, due: readonly Due[]): Message {
  if (state !== 'available') return messageOf('move-needs-available', { state });
  if (!array?.status.created) return messageOf('move-needs-array', {});
  if (legs.some((leg) => roleOf(leg) === 'joining')) return messageOf('move-after-copy', {});
  const lost = due.map(({ index, leg }) => (leg ? legOnNode(leg) : messageOf('leg-at-index', { legIndex: index })));
  return messageOf('move-after-loss', { legs: lost });
}
