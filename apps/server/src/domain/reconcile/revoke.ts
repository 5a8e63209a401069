import { isDeepStrictEqual } from 'node:util';
import { withCondition } from '@weft/shared/kinds/common';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { clientWord, exportGone, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { dueFences, isAwaited, isPending, lastTurnEnds, notedByNow } from './fence-turns.js';

/*
 * Scenarios of exports that go, after a clean detach or by force (S3, S12, S13):
 *
 * - After a clean detach: when every target has reported its export gone, nothing is left.
 * - By force from a client that a server hears: it lets go first, and the fences are ordered when it has said so. Targets that fence one after the other would leave
 *   the last leg with writes that no other has. It is not waited for when it is said to be off, takes longer than `LET_GO_SECONDS`, or has been silent for that long: then
 *   who was in sync is not known any more. A link that drops for seconds changes nothing.
 * - By force: every target has reported its export gone, so the legs are fenced. What a target has said once stays said: its ledger holds the order.
 *   Whose client has not let go, its mirrors' sides are fenced in turn: fence-turns.ts.
 * - A target was left out by statement, or has nothing of the present epoch: it is not waited for, and the volume may go elsewhere. The
 *   attachment stays in sight until that target has confirmed, too: its export must not be forgotten.
 * - After a forced move the client is waited for as well, until it reports no trace or is said to be off: that says nothing about targets.
 */

/** More than an agent takes whose paths have to be given up first (keep-alive, then the end of their controllers). */
const LET_GO_SECONDS = 20;

/** When its client, which is to let go of it before its targets are told to fence it, is waited for no longer; null: that is over, or never was. */
export const letGoEnds = ({ revoked }: AttachmentDocument): Date | null =>
  revoked && !revoked.isFencing ? new Date(revoked.at.getTime() + LET_GO_SECONDS * 1000) : null;

/** When what a forced move waits for now is waited for no longer; null: it waits for nothing, or for a word. */
export const forcedMoveGoesOn = (world: VolumeWorld, attachment: AttachmentDocument): Date | null =>
  waitEnds(world, attachment) ?? lastTurnEnds(attachment);

/** As `letGoEnds`. A client that no server hears may be back in a moment: it is waited for until it has been silent for as long. */
function waitEnds(world: VolumeWorld, attachment: AttachmentDocument): Date | null {
  const ends = letGoEnds(attachment);
  if (!ends || !world.isSilent(attachment.nodeId)) return ends;
  const silentSince = world.nodes.get(attachment.nodeId)?.connection.since;
  return silentSince ? earlier(ends, new Date(silentSince.getTime() + LET_GO_SECONDS * 1000)) : world.now;
}
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** @returns the attachment as it is next; null when nothing is left of it anywhere. */
export function advanceFence(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument | null {
  const begun = clientFirst(world, attachment);
  if (letGoEnds(begun)) return begun;
  if (!attachment.revoked && !attachment.exports.some((each) => each.leftOut))
    return attachment.exports.every((each) => exportGone(world, attachment, each)) ? null : attachment;
  const noted = ordered(world, withGone(world, notedByNow(world, begun)));
  const { exports } = noted;
  const fenced = exports.every((each) => each.gone || each.leftOut);
  const word = clientWord(world, attachment);
  const clientDone =
    attachment.state === 'unexporting' ||
    !attachment.revoked ||
    attachment.revoked.clientIsOff ||
    (word?.state === 'done' && !word.observed.present);
  const pending = exports.filter((each) => !each.gone);
  if (clientDone && pending.length === 0) return null;
  const conditions = withCondition(attachment.conditions, fence(noted, pending, fenced, clientDone), world.now.toISOString());
  const next: AttachmentDocument = { ...noted, ...(fenced ? { fenced, state: 'revoked' } : {}), conditions };
  return isDeepStrictEqual(next, attachment) ? attachment : next;
}

/** What a target says for the first time of its fence is noted, and when. */
function withGone(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const gone = attachment.exports.filter((each) => !each.gone && exportGone(world, attachment, each));
  if (gone.length === 0) return attachment;
  const exports = attachment.exports.map((each) => (gone.includes(each) ? { ...each, gone: true } : each));
  return { ...attachment, exports, ...(attachment.revoked ? { revoked: { ...attachment.revoked, lastFencedAt: world.now } } : {}) };
}

/** With all fences ordered at once, as when its client is known not to write. */
export const fencesOrdered = (attachment: AttachmentDocument): AttachmentDocument => ({
  ...attachment,
  exports: attachment.exports.map((each) => ({ ...each, desired: 'absent' })),
  ...(attachment.revoked ? { revoked: { ...attachment.revoked, isFencing: true } } : {}),
});

/** With the fences ordered that are due. */
function ordered(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const due = dueFences(world, attachment);
  if (due.length === 0) return attachment;
  return { ...attachment, exports: attachment.exports.map((each) => (due.includes(each) ? { ...each, desired: 'absent' } : each)) };
}

/** It waits for its client to let go of it, or goes on to its fences. */
function clientFirst(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const { revoked } = attachment;
  const ends = waitEnds(world, attachment);
  if (!revoked || !ends) return attachment;
  const hasLetGo = letGo(clientWord(world, attachment));
  const isOff = revoked.clientIsOff;
  const leftMs = ends.getTime() - world.now.getTime();
  // Clocks of servers differ: what seems to be ahead of its beginning is not waited for either.
  const inTime = leftMs > 0 && leftMs <= 2 * LET_GO_SECONDS * 1000;
  if (hasLetGo || isOff || !inTime)
    return {
      ...attachment,
      revoked: {
        ...revoked,
        isFencing: true,
        inSyncKnown: hasLetGo && revoked.inSyncKnown === true,
        ...(hasLetGo ? {} : { notWaitedForAt: world.now }),
      },
    };
  const silent = world.isSilent(attachment.nodeId);
  const params = { client: nodeRef(attachment.nodeId, attachment.nodeName), ...(silent ? { silent } : {}), until: ends.toISOString() };
  const condition = { type: 'Fenced', status: 'false' as const, ...said('client-lets-go-first', params, 'by-force') };
  const conditions = withCondition(attachment.conditions, condition, world.now.toISOString());
  return isDeepStrictEqual(conditions, attachment.conditions) ? attachment : { ...attachment, conditions };
}

function fence(attachment: AttachmentDocument, pending: readonly ExportDocument[], fenced: boolean, clientDone: boolean) {
  const nodes = (list: readonly ExportDocument[]) => list.map((each) => nodeRef(each.nodeId, each.nodeName));
  const client = nodeRef(attachment.nodeId, attachment.nodeName);
  const leftOut = pending.filter((each) => each.leftOut);
  const awaited = pending.filter(isAwaited);
  const later = pending.filter((each) => !each.leftOut && isPending(each));
  const ends = lastTurnEnds(attachment);
  const params = {
    client,
    awaited: nodes(awaited),
    later: nodes(later),
    turnEnds: ends?.toISOString(),
    leftOut: nodes(leftOut),
    clientDone,
  };
  return {
    type: 'Fenced',
    status: fenced ? ('true' as const) : ('false' as const),
    ...said('fences', params, attachment.revoked ? 'by-force' : 'detached'),
  };
}
