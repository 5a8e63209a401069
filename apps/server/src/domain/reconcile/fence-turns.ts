import { isMirrored } from '@weft/shared/kinds/volume';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import { clientWord, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Legs of a mirror whose client may go on writing are fenced in turn (docs/decisions/fences-in-turn.md): of each mirror set one side, then, when the client has had the
 * time to give that up, the other. Meanwhile md records on the side that is left which one it lost, so that the next client starts from the one with every write; and
 * nothing is told to be done after the last fence. The side that waits for ever is last, as far as can be: the kernel gives up the other one by itself, and needs no agent.
 */

/** The exports to be withdrawn now: none while the last turn is not over. */
export function dueFences(world: VolumeWorld, attachment: AttachmentDocument): ExportDocument[] {
  if (!attachment.revoked?.isFencing) return [];
  const pending = attachment.exports.filter(isPending);
  if (!mayWriteOn(world, attachment)) return pending;
  const leftOut = pending.filter((each) => each.leftOut);
  if (!isOver(world, attachment)) return leftOut;
  const others = pending.filter((each) => !each.leftOut);
  return [...leftOut, ...turn(world, attachment, others)];
}

/** When the client has had the time to give up what is fenced, and the next turn begins; null: there is none, or fences are waited for. */
export function lastTurnEnds({ exports, revoked }: AttachmentDocument): Date | null {
  if (!revoked?.lastFencedAt || !exports.some(isPending) || exports.some(isAwaited)) return null;
  return new Date(revoked.lastFencedAt.getTime() + (revoked.givesUpAfterSeconds ?? 0) * 1000);
}

/** Its order is yet to come. */
export const isPending = ({ desired }: ExportDocument) => desired === 'exported';
/** It was ordered, and its target has not said so yet. */
export const isAwaited = ({ desired, gone, leftOut }: ExportDocument) => desired === 'absent' && !gone && !leftOut;

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
  return ends <= world.now;
}

/** A fence that is noted for a time to come (the database's clock went back, or a server of an earlier version noted it) counts from now: the pause is kept, and has an end. */
export function notedByNow(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const { revoked } = attachment;
  if (!revoked?.lastFencedAt || revoked.lastFencedAt <= world.now) return attachment;
  return { ...attachment, revoked: { ...revoked, lastFencedAt: world.now } };
}

/** Targets that have no mirror set in common, those without a leg that waits for ever on the client first. */
function turn(world: VolumeWorld, attachment: AttachmentDocument, exports: readonly ExportDocument[]): ExportDocument[] {
  const said = world.lastWord(attachment.nodeId, 'attachment', attachment._id)?.observed.legs ?? [];
  const waits = (leg: LegDocument) => said.find(({ legId }) => legId === leg.id)?.anchor ?? leg.index % 2 === 0;
  const legs = new Map(
    exports.map((each) => [each, world.volume.legs.filter(({ id }) => each.namespaces.some(({ legId }) => legId === id))]),
  );
  const legsOf = (each: ExportDocument) => legs.get(each) ?? [];
  const meet = (one: ExportDocument, other: ExportDocument) =>
    legsOf(one).some((leg) => legsOf(other).some(({ index }) => index >> 1 === leg.index >> 1));
  const inOrder = [...exports].sort((a, b) => Number(legsOf(a).some(waits)) - Number(legsOf(b).some(waits)));
  const chosen: ExportDocument[] = [];
  for (const each of inOrder) if (!chosen.some((other) => meet(other, each))) chosen.push(each);
  return chosen;
}
