import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { SettingsSpec } from '@weft/shared/kinds/settings';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * How long a client takes at most to give up a leg that it cannot reach, one that its target has fenced among them: a silent path is noticed after up to one and a half
 * keep-alives, its leg fails `fast_io_fail_tmo` later, and a second is for md. The bound of the fault matrix (docs/faults.md).
 */
const givesUpAfterSeconds = ({ keepAliveSeconds, fastIoFailSeconds }: SettingsSpec): number =>
  Math.ceil(1.5 * keepAliveSeconds + fastIoFailSeconds + 1);

/**
 * What a forced move orders of an attachment at first: its client is to let go of it. Its targets' fences are ordered by the reconciler (revoke.ts).
 * Asked again, statements are added and none is taken back.
 */
export function revoked(
  before: AttachmentDocument,
  request: Pick<AttachmentRevoke, 'clientIsOff' | 'targetsOff'>,
  { by, inSyncKnown, settings, now }: { by: string; inSyncKnown: boolean; settings: SettingsSpec; now: Date },
  volume: VolumeDocument,
): Pick<AttachmentDocument, 'desired' | 'state' | 'generation' | 'exports' | 'revoked'> {
  const off = before.exports
    .filter((each) => request.targetsOff.includes(each.nodeId))
    .map((each) => ({ id: each.nodeId, name: each.nodeName }));
  const earlier = before.revoked ?? {
    by,
    at: now,
    clientIsOff: false,
    targetsOff: [],
    arrayUuid: volume.array?.uuid ?? null,
    givesUpAfterSeconds: givesUpAfterSeconds(settings),
    // It has let go of it already, in a clean detach.
    isFencing: before.state === 'unexporting',
  };
  return {
    desired: 'detached',
    state: before.fenced ? 'revoked' : 'revoking',
    generation: before.generation + 1,
    exports: before.exports.map((each) => (request.targetsOff.includes(each.nodeId) ? { ...each, leftOut: true } : each)),
    revoked: {
      ...earlier,
      clientIsOff: request.clientIsOff || earlier.clientIsOff,
      targetsOff: [...earlier.targetsOff, ...off.filter((each) => !earlier.targetsOff.some(({ id }) => id === each.id))],
      inSyncKnown,
    },
  };
}
