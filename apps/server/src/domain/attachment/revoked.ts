import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Part } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';

/**
 * Longest time in seconds that a client takes to give up an unreachable leg, fenced legs included: the kernel notices a dead path within one and a
 * half keep-alives, the leg fails `fast_io_fail_tmo` later, and md gets one second. Bound of the fault matrix (docs/faults.md).
 */
const givesUpAfterSeconds = ({ keepAliveSeconds, fastIoFailSeconds }: SettingsSpec): number =>
  Math.ceil(1.5 * keepAliveSeconds + fastIoFailSeconds + 1);

/**
 * First order of a forced move: the client must release the volume. The reconciler orders the targets' fences later (revoke.ts).
 * A repeated request adds statements and withdraws none.
 */
export function revoked(
  before: AttachmentDocument,
  request: Pick<AttachmentRevoke, 'clientIsOff' | 'targetsOff'>,
  { by, inSyncKnown, settings, now }: { by: string; inSyncKnown: boolean; settings: SettingsSpec; now: Date },
  volume: VolumeDocument,
): Part<AttachmentDocument, 'spec.desired' | 'status.state' | 'generation' | 'exports' | 'spec.revoked'> {
  const off = before.exports
    .filter((each) => request.targetsOff.includes(each.nodeId))
    .map((each) => ({ id: each.nodeId, name: each.nodeName, stated: { by, at: now } }));
  const earlier = before.spec.revoked ?? {
    by,
    at: now,
    clientIsOff: false,
    targetsOff: [],
    arrayUuid: volume.array?.spec.uuid ?? null,
    givesUpAfterSeconds: givesUpAfterSeconds(settings),
    released: before.status.state === 'unexporting',
  };
  return {
    generation: before.generation + 1,
    exports: before.exports.map((each) =>
      request.targetsOff.includes(each.nodeId) ? { ...each, spec: { ...each.spec, leftOut: true } } : each,
    ),
    spec: {
      desired: 'detached',
      revoked: {
        ...earlier,
        clientIsOff: request.clientIsOff || earlier.clientIsOff,
        ...(request.clientIsOff && !earlier.clientIsOff ? { clientOffStated: { by, at: now } } : {}),
        targetsOff: [...earlier.targetsOff, ...off.filter((each) => !earlier.targetsOff.some(({ id }) => id === each.id))],
        inSyncKnown,
      },
    },
    status: { state: before.status.fenced ? 'revoked' : 'revoking' },
  };
}
