import { isDeepStrictEqual } from 'node:util';
import { withCondition } from '@weft/shared/kinds/common';
import type { AttachmentDocument, ExportDocument } from '../attachments/attachment.document.js';
import type { VolumeWorld } from './volume-world.js';
import { clientWord, exportGone } from './words.js';

/*
 * Scenarios of exports that go, after a clean detach or by force (S3, S12, S13):
 *
 * - After a clean detach: when every target has reported its export gone, nothing is left.
 * - By force: every target has reported its export gone, so the legs are fenced. What a target has said once stays said: its ledger holds the order.
 * - A target was left out by statement, or has nothing of the present epoch: it is not waited for, and the volume may go elsewhere. The
 *   attachment stays in sight until that target has confirmed, too: its export must not be forgotten.
 * - After a forced move the client is waited for as well, until it reports no trace or is said to be off: that says nothing about targets.
 */

/** @returns the attachment as it is next; null when nothing is left of it anywhere. */
export function advanceFence(world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument | null {
  if (!attachment.revoked && !attachment.exports.some((each) => each.leftOut))
    return attachment.exports.every((each) => exportGone(world, attachment, each)) ? null : attachment;
  const exports = attachment.exports.map((each) => (!each.gone && exportGone(world, attachment, each) ? { ...each, gone: true } : each));
  const fenced = exports.every((each) => each.gone || each.leftOut);
  const word = clientWord(world, attachment);
  const clientDone =
    attachment.state === 'unexporting' ||
    !attachment.revoked ||
    attachment.revoked.clientIsOff ||
    (word?.state === 'done' && !word.observed.present);
  const pending = exports.filter((each) => !each.gone);
  if (clientDone && pending.length === 0) return null;
  const conditions = withCondition(attachment.conditions, fence(attachment, pending, fenced, clientDone), world.now.toISOString());
  const next: AttachmentDocument = { ...attachment, exports, ...(fenced ? { fenced, state: 'revoked' } : {}), conditions };
  return isDeepStrictEqual(next, attachment) ? attachment : next;
}

function fence(attachment: AttachmentDocument, pending: readonly ExportDocument[], fenced: boolean, clientDone: boolean) {
  const names = (list: readonly ExportDocument[]) => list.map((each) => each.nodeName).join(', ');
  const awaited = pending.filter((each) => !each.leftOut);
  const leftOut = pending.filter((each) => each.leftOut);
  const waits = [
    ...(awaited.length > 0 ? [`the fence of ${names(awaited)} is waited for`] : []),
    ...(leftOut.length > 0 ? [`fence pending at ${names(leftOut)}, whose legs are left out`] : []),
    ...(clientDone ? [] : [`${attachment.nodeName} has not reported it gone`]),
  ];
  return {
    type: 'Fenced',
    status: fenced ? ('true' as const) : ('false' as const),
    reason: attachment.revoked ? 'by-force' : 'detached',
    message: waits.join('; '),
  };
}
