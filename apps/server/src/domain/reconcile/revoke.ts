import { isDeepStrictEqual } from 'node:util';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import { type AttachmentDocument, type ExportDocument, type Fences, isFencing } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { clientReport, exportGone, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { dueFences, isAwaited, isPending, lastTurnEnds, notedByNow } from './fence-turns.js';

/*
 * Scenarios of withdrawn exports, after a clean detach or a forced move (S3, S12, S13):
 *
 * - Clean detach: when every target has reported its export gone, nothing is left.
 * - Forced move from an online client: the client releases the volume first, and the server orders the fences when the client reports that. Otherwise, targets
 *   that fence one after the other would leave the last leg with writes that no other has. The server does not wait if the client is stated to be off, takes
 *   longer than `LET_GO_SECONDS`, or was offline for that long; then it is unknown which legs are in sync. A connection loss of seconds changes nothing.
 * - Forced move: when every target has reported its export gone, the legs are fenced. Such a report stays valid, because the target's ledger holds the order.
 *   If the client has not released the volume, its mirror halves are fenced in turn: fence-turns.ts.
 * - A target is left out by statement, or has no leg of the present epoch: nothing waits for it, and the volume may move. The attachment
 *   stays until that target has confirmed too, so that its export is not forgotten.
 * - After a forced move the attachment also waits for the client, until it reports no trace or is stated to be off. That proves nothing about targets.
 */

/** Longer than an agent needs if its paths have to fail first (keep-alive, then the end of their controllers). */
const LET_GO_SECONDS = 20;

/** When the wait for the client's release, which precedes the fences, ends; null: that wait is over, or there was none. */
export const letGoEnds = (attachment: AttachmentDocument): Date | null => {
  const { revoked } = attachment.spec;
  return revoked && !isFencing(attachment) ? new Date(revoked.at.getTime() + LET_GO_SECONDS * 1000) : null;
};

/** When the present wait of a forced move ends by time; null: no wait, or a wait for a report. */
export const forcedMoveGoesOn = (world: VolumeWorld, attachment: AttachmentDocument): Date | null =>
  waitEnds(world, attachment) ?? lastTurnEnds(attachment);

/** As `letGoEnds`. An offline client may reconnect in a moment: the wait for it ends when it has been offline for `LET_GO_SECONDS`. */
function waitEnds(world: VolumeWorld, attachment: AttachmentDocument): Date | null {
  const ends = letGoEnds(attachment);
  if (!ends || !world.isSilent(attachment.nodeId)) return ends;
  const silentSince = world.nodes.get(attachment.nodeId)?.status.connection.since;
  return silentSince ? earlier(ends, new Date(silentSince.getTime() + LET_GO_SECONDS * 1000)) : world.now;
}
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** @returns the next attachment; null when nothing is left of it anywhere. */
export function advanceFence(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument | null {
  const begun = clientFirst(world, attachment);
  if (letGoEnds(begun)) return begun;
  if (!attachment.spec.revoked && !attachment.exports.some((each) => each.spec.leftOut))
    return attachment.exports.every((each) => exportGone(world, attachment, each)) ? null : attachment;
  const noted = ordered(world, withGone(world, notedByNow(world, begun)));
  const { exports } = noted;
  const fenced = exports.every((each) => each.status.gone || each.spec.leftOut);
  const report = clientReport(world, attachment);
  const clientDone =
    attachment.status.state === 'unexporting' ||
    !attachment.spec.revoked ||
    attachment.spec.revoked.clientIsOff ||
    (report?.state === 'done' && !report.observed.present);
  const pending = exports.filter((each) => !each.status.gone);
  if (clientDone && pending.length === 0) return null;
  const conditions = withCondition(attachment.status.conditions, fence(noted, pending, fenced, clientDone), world.now.toISOString());
  const next: AttachmentDocument = { ...noted, status: { ...noted.status, ...(fenced ? { fenced, state: 'revoked' } : {}), conditions } };
  return isDeepStrictEqual(next, attachment) ? attachment : next;
}

/** Records the first report of each target that its fence is done, and when it came. */
function withGone(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const gone = attachment.exports.filter((each) => !each.status.gone && exportGone(world, attachment, each));
  if (gone.length === 0) return attachment;
  const exports = attachment.exports.map((each) => (gone.includes(each) ? { ...each, status: { ...each.status, gone: true } } : each));
  return changed(attachment, { exports, ...withFences(attachment, { lastFencedAt: world.now }) });
}

/** Orders all fences at once, for a client that is known not to write. */
export const fencesOrdered = (attachment: AttachmentDocument): AttachmentDocument =>
  changed(attachment, {
    exports: attachment.exports.map((each) => ({ ...each, spec: { ...each.spec, desired: 'absent' } })),
    ...withFences(attachment, {}),
  });

/** A clean detach records no progress: it has no turns. */
const withFences = ({ spec: { revoked }, status: { fences } }: AttachmentDocument, change: Fences): Changes<AttachmentDocument> =>
  revoked ? { status: { fences: { ...fences, ...change } } } : {};

/** Orders the fences that are due. */
function ordered(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const due = dueFences(world, attachment);
  if (due.length === 0) return attachment;
  return {
    ...attachment,
    exports: attachment.exports.map((each) => (due.includes(each) ? { ...each, spec: { ...each.spec, desired: 'absent' } } : each)),
  };
}

/** Waits for the client to release the volume, or starts the fences. */
function clientFirst(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument {
  const {
    spec: { revoked },
  } = attachment;
  const ends = waitEnds(world, attachment);
  if (!revoked || !ends) return attachment;
  const hasLetGo = letGo(clientReport(world, attachment));
  const isOff = revoked.clientIsOff;
  const leftMs = ends.getTime() - world.now.getTime();
  // Servers' clocks differ: a wait that seems to begin in the future ends too.
  const inTime = leftMs > 0 && leftMs <= 2 * LET_GO_SECONDS * 1000;
  if (hasLetGo || isOff || !inTime)
    return changed(attachment, withFences(attachment, { inSyncKnown: hasLetGo, ...(hasLetGo ? {} : { notWaitedForAt: world.now }) }));
  const silent = world.isSilent(attachment.nodeId);
  const params = { client: nodeRef(attachment.nodeId, attachment.nodeName), ...(silent ? { silent } : {}), until: ends.toISOString() };
  const condition: NewCondition = { type: 'Fenced', status: 'false' as const, ...said('client-lets-go-first', params, 'by-force') };
  const conditions = withCondition(attachment.status.conditions, condition, world.now.toISOString());
  return isDeepStrictEqual(conditions, attachment.status.conditions)
    ? attachment
    : { ...attachment, status: { ...attachment.status, conditions } };
}

function fence(attachment: AttachmentDocument, pending: readonly ExportDocument[], fenced: boolean, clientDone: boolean): NewCondition {
  const nodes = (list: readonly ExportDocument[]) => list.map((each) => nodeRef(each.nodeId, each.nodeName));
  const client = nodeRef(attachment.nodeId, attachment.nodeName);
  const leftOut = pending.filter((each) => each.spec.leftOut);
  const awaited = pending.filter(isAwaited);
  const later = pending.filter((each) => !each.spec.leftOut && isPending(each));
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
    ...said('fences', params, attachment.spec.revoked ? 'by-force' : 'detached'),
  };
}
