import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { VolumeDocument } from '../volumes/volume.document.js';
import type { AttachmentDocument } from './attachment.document.js';

/**
 * What a forced move orders of an attachment at first: its client is to let go of it. Its targets' fences are ordered by the reconciler (revoke.ts).
 * Asked again, statements are added and none is taken back.
 */
export function revoked(
  before: AttachmentDocument,
  request: Pick<AttachmentRevoke, 'clientIsOff' | 'targetsOff'>,
  { by, inSyncKnown, now }: { by: string; inSyncKnown: boolean; now: Date },
  volume: VolumeDocument,
): Pick<AttachmentDocument, 'desired' | 'state' | 'generation' | 'exports' | 'revoked'> {
  const off = before.exports
    .filter((each) => request.targetsOff.includes(each.nodeId))
    .map((each) => ({ id: each.nodeId, name: each.nodeName }));
  const earlier = before.revoked?.targetsOff ?? [];
  return {
    desired: 'detached',
    state: before.fenced ? 'revoked' : 'revoking',
    generation: before.generation + 1,
    exports: before.exports.map((each) => (request.targetsOff.includes(each.nodeId) ? { ...each, leftOut: true } : each)),
    revoked: {
      by: before.revoked?.by ?? by,
      at: before.revoked?.at ?? now,
      clientIsOff: request.clientIsOff || (before.revoked?.clientIsOff ?? false),
      targetsOff: [...earlier, ...off.filter((each) => !earlier.some(({ id }) => id === each.id))],
      arrayUuid: before.revoked ? before.revoked.arrayUuid : (volume.array?.uuid ?? null),
      inSyncKnown,
    },
  };
}
