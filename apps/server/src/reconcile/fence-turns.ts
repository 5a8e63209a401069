import { isMirrored } from '@weft/shared/kinds/volume';
import { anchorLegs } from '../agents/assignments.service.js';
import type { AttachmentDocument, ExportDocument } from '../attachments/attachment.document.js';
import type { VolumeDocument } from '../volumes/volume.document.js';
import type { VolumeWorld } from './volume-world.js';
import { clientWord, letGo } from './words.js';

/*
 * Legs of a mirror whose client may go on writing are fenced in turn (docs/decisions/fences-in-turn.md): of each mirror set one side, then, when the client
 * has had the time to give that up, the other. Meanwhile md records on the side that is left which one it lost, so the next client starts from the one with every
 * write, and no write is told to be done after the last fence. The anchor is last: it is the kernel that gives up the others, also with no agent left on the client.
 */

/** The exports to be withdrawn now: none while the last turn is not over. */
export function dueFences(world: VolumeWorld, attachment: AttachmentDocument): ExportDocument[] {
  if (!attachment.revoked?.isFencing) return [];
  const pending = attachment.exports.filter(isPending);
  if (!mayWriteOn(world, attachment)) return pending;
  const leftOut = pending.filter((each) => each.leftOut);
  return isOver(world, attachment)
    ? [
        ...leftOut,
        ...turn(
          world.volume,
          pending.filter((each) => !each.leftOut),
        ),
      ]
    : leftOut;
}

/** When the client has had the time to give up what is fenced, and the next turn begins; null: there is none, or fences are waited for. */
export function lastTurnEnds({ exports, revoked }: AttachmentDocument): Date | null {
  if (!revoked?.lastFencedAt || !exports.some(isPending) || exports.some(isAwaited)) return null;
  return new Date(revoked.lastFencedAt.getTime() + (revoked.givesUpAfterSeconds ?? 0) * 1000);
}

const isPending = ({ desired }: ExportDocument) => desired === 'exported';
const isAwaited = ({ desired, gone, leftOut }: ExportDocument) => desired === 'absent' && !gone && !leftOut;

/** It has not said that it let go of the volume, nor has anybody said that it is off. */
const mayWriteOn = (world: VolumeWorld, attachment: AttachmentDocument): boolean =>
  attachment.mode === 'exclusive' &&
  isMirrored(world.volume.spec.protection) &&
  !attachment.revoked?.clientIsOff &&
  !letGo(clientWord(world, attachment));

function isOver(world: VolumeWorld, attachment: AttachmentDocument): boolean {
  if (attachment.exports.some(isAwaited)) return false;
  const ends = lastTurnEnds(attachment);
  if (!ends) return true;
  const leftMs = ends.getTime() - world.now.getTime();
  // Clocks of servers differ: it is not waited for longer than was meant.
  return leftMs <= 0 || leftMs > (attachment.revoked?.givesUpAfterSeconds ?? 0) * 1000;
}

/** Targets that have no mirror set in common, those without an anchor first. */
function turn(volume: VolumeDocument, exports: readonly ExportDocument[]): ExportDocument[] {
  const anchors = anchorLegs(volume.legs);
  const legs = new Map(exports.map((each) => [each, volume.legs.filter(({ id }) => each.namespaces.some(({ legId }) => legId === id))]));
  const legsOf = (each: ExportDocument) => legs.get(each) ?? [];
  const holdsAnchor = (each: ExportDocument) => legsOf(each).some(({ id }) => anchors.has(id));
  const meet = (one: ExportDocument, other: ExportDocument) =>
    legsOf(one).some((leg) => legsOf(other).some(({ index }) => index >> 1 === leg.index >> 1));
  const inOrder = [...exports].sort((a, b) => Number(holdsAnchor(a)) - Number(holdsAnchor(b)));
  const chosen: ExportDocument[] = [];
  for (const each of inOrder) if (!chosen.some((other) => meet(other, each))) chosen.push(each);
  return chosen;
}
