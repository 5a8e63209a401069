import { isMirrored, mirrorCopies } from '@weft/shared/kinds/volume';
import { type AttachmentDocument, type ExportDocument, isFencing } from '../documents/attachment.document.js';
import { changed } from '../documents/parts.js';
import { type LegDocument, setsOf } from '../documents/volume.document.js';
import { clientReport, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * If the client of a mirror may still write, its legs are fenced in turn (docs/decisions/fences-in-turn.md): first one half of each mirror set, then, after the
 * client's time to give that half up, the next. Meanwhile md records on each remaining half which leg it lost. So the next client starts from the leg with
 * every write, and no I/O completes after the last fence. The anchor is last if possible: the kernel gives up the others without an agent.
 */

/** Exports to withdraw now; while a turn runs, only those of left-out targets. */
export function dueFences(world: VolumeWorld, attachment: AttachmentDocument): ExportDocument[] {
  if (!isFencing(attachment)) return [];
  const pending = attachment.exports.filter(isPending);
  if (!mayWriteOn(world, attachment)) return pending;
  const leftOut = pending.filter((each) => each.spec.leftOut);
  if (!isOver(world, attachment)) return leftOut;
  const others = pending.filter((each) => !each.spec.leftOut);
  return [...leftOut, ...turn(world, attachment, others)];
}

/** When the client's time to give up fenced legs ends and the next turn begins; null: no next turn, or a fence is not confirmed yet. */
export function lastTurnEnds({ exports, spec: { revoked }, status: { fences } }: AttachmentDocument): Date | null {
  if (!revoked || !fences?.lastFencedAt || !exports.some(isPending) || exports.some(isAwaited)) return null;
  return new Date(fences.lastFencedAt.getTime() + (revoked.givesUpAfterSeconds ?? 0) * 1000);
}

/** Its fence is not ordered yet. */
export const isPending = ({ spec: { desired } }: ExportDocument) => desired === 'exported';
/** Its fence is ordered, and its target has not confirmed it yet. */
export const isAwaited = ({ spec: { desired, leftOut }, status: { gone } }: ExportDocument) => desired === 'absent' && !gone && !leftOut;

/** The client has not reported that it released the volume, and no administrator has stated that it is off. */
const mayWriteOn = (world: VolumeWorld, attachment: AttachmentDocument): boolean =>
  attachment.spec.mode === 'exclusive' &&
  isMirrored(world.volume.spec.protection) &&
  !attachment.spec.revoked?.clientIsOff &&
  !letGo(clientReport(world, attachment));

function isOver(world: VolumeWorld, attachment: AttachmentDocument): boolean {
  if (attachment.exports.some(isAwaited)) return false;
  const ends = lastTurnEnds(attachment);
  if (!ends) return true;
  return ends <= world.now;
}

/** A recorded fence time in the future (the database's clock went back, or an older server recorded it) becomes now: the pause stays and still ends. */
export function notedByNow(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const {
    status: { fences },
  } = attachment;
  if (!fences?.lastFencedAt || fences.lastFencedAt <= world.now) return attachment;
  return changed(attachment, { status: { fences: { ...fences, lastFencedAt: world.now } } });
}

/** Targets without a common mirror set; targets without an anchor leg of the client first. */
function turn(world: VolumeWorld, attachment: AttachmentDocument, exports: readonly ExportDocument[]): ExportDocument[] {
  const said = world.lastReport(attachment.nodeId, 'attachment', attachment._id)?.observed.legs ?? [];
  const waits = (leg: LegDocument) =>
    said.find(({ legId }) => legId === leg.id)?.anchor ?? leg.index % mirrorCopies(world.volume.spec) === 0;
  const setOf = setsOf(world.volume.spec);
  const legs = new Map(
    exports.map((each) => [each, world.volume.legs.filter(({ id }) => each.spec.namespaces.some(({ legId }) => legId === id))]),
  );
  const legsOf = (each: ExportDocument) => legs.get(each) ?? [];
  const meet = (one: ExportDocument, other: ExportDocument) =>
    legsOf(one).some((leg) => legsOf(other).some((each) => setOf(each) === setOf(leg)));
  const inOrder = [...exports].sort((a, b) => Number(legsOf(a).some(waits)) - Number(legsOf(b).some(waits)));
  const chosen: ExportDocument[] = [];
  for (const each of inOrder) if (!chosen.some((other) => meet(other, each))) chosen.push(each);
  return chosen;
}
