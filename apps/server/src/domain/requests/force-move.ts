import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentRevoke } from '@weft/shared/kinds/attachment';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { isMirrored } from '@weft/shared/kinds/volume';
import { revoked } from '../attachment/revoked.js';
import { type AttachmentDocument, type ExportDocument, inSyncKnown } from '../documents/attachment.document.js';
import { changed } from '../documents/parts.js';
import { legOnNode, nodeOf, volumeOf, volumeOfAttachment } from '../documents/references.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { type EpochChange, lossOf, newEpoch } from '../epoch/epoch.js';
import type { VolumeSlice } from '../store/slice.js';
import { clientReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

type Statements = Pick<AttachmentRevoke, 'clientIsOff' | 'targetsOff' | 'acceptLoss'>;

export interface ForcedMove {
  /** State after the request; the reconciler orders the fences. */
  after: VolumeSlice;
  /** Exports of targets that this request states to be off. */
  newlyOff: ExportDocument[];
  /** Legs whose loss this request accepts. */
  lost: readonly LegDocument[];
}

/**
 * Force-detaches a volume from a client that does not release it (S3). A target that an administrator states to be off is left out, and its legs leave
 * the epoch (S13). A repeated request adds statements and withdraws none.
 * @param by the requester.
 * @throws DomainError `wrong-state`, `invalid-field`, `in-use` or `not-possible`.
 */
export function forceMoved(
  world: VolumeWorld,
  before: AttachmentDocument,
  request: Statements,
  { by, settings }: { by: string; settings: SettingsSpec },
): ForcedMove {
  const { volume, attachments, now } = world;
  checkStatements(world, before, request);
  const newlyOff = before.exports.filter((each) => request.targetsOff.includes(each.nodeId) && !each.spec.leftOut);
  const known = before.spec.revoked ? inSyncKnown(before) : isCurrent(world, before);
  const revoking = changed(before, revoked(before, request, { by, inSyncKnown: known, settings, now }, volume));
  const { change, lost } = leaveOut(world, revoking, newlyOff, request);
  const all = attachments.map((each) => (each._id === before._id ? revoking : each));
  return { newlyOff, lost, after: change ? newEpoch(volume, all, change) : { volume, attachments: all } };
}

/**
 * Whether the record of in-sync legs is current: the client is online and runs the array. With an offline client it is unknown: a leg may have failed
 * since its last report, and later writes are on the other legs only. The same holds for a client without the array: it may have restarted before.
 */
function isCurrent(world: VolumeWorld, attachment: AttachmentDocument): boolean {
  const array = world.isSilent(attachment.nodeId) ? undefined : clientReport(world, attachment)?.observed.array;
  return array !== undefined && array !== null && array.uuid === world.volume.array?.spec.uuid;
}

/** Legs of targets that are off leave the epoch, because no target can confirm their fence. @returns `change` null: the epoch continues. */
function leaveOut(
  { volume, attachments, now }: VolumeWorld,
  attachment: AttachmentDocument,
  newlyOff: readonly ExportDocument[],
  { acceptLoss }: Statements,
): { change: EpochChange | null; lost: readonly LegDocument[] } {
  const legIds = new Set(newlyOff.flatMap((each) => each.spec.namespaces.map(({ legId }) => legId)));
  const givenUp = new Set(volume.legs.filter((leg) => legIds.has(leg.id)).map((leg) => leg.id));
  if (givenUp.size === 0) return { change: null, lost: [] };
  checkCanLeave(volume, attachments, attachment, newlyOff);
  const only = lossOf(volume, givenUp);
  // A leg that an old report shows in sync may have failed since, and the client may have continued with the others.
  const lost = inSyncKnown(attachment) ? only : volume.legs.filter((leg) => givenUp.has(leg.id) && leg.status.inSync);
  if (lost.length > 0 && !acceptLoss) {
    const legs = lost.map(legOnNode);
    const field = { field: 'targetsOff' };
    if (only.length > 0) throw new DomainError('writes-would-be-lost', { legs }, field);
    throw new DomainError('writes-may-be-lost', { client: nodeOf(attachment), legs }, field);
  }
  return { change: { givenUp, now, revokedAttachmentId: attachment._id, accepted: new Set(lost.map((leg) => leg.id)) }, lost };
}

function checkCanLeave(
  volume: VolumeDocument,
  attachments: readonly AttachmentDocument[],
  attachment: AttachmentDocument,
  newlyOff: readonly ExportDocument[],
): void {
  if (!isMirrored(volume.spec.protection))
    throw new DomainError(
      'legs-all-needed',
      { volume: volumeOf(volume), protection: volume.spec.protection, targets: newlyOff.map(nodeOf) },
      { field: 'targetsOff' },
    );
  const others = attachments.filter((each) => each._id !== attachment._id && !each.status.fenced);
  if (others.length > 0) throw new DomainError('volume-attached-by-others', { volume: volumeOf(volume), clients: others.map(nodeOf) });
}

/** Refuses the statement that a node is off while it is connected to a server. */
function checkStatements(world: VolumeWorld, attachment: AttachmentDocument, request: Statements): void {
  const online = (nodeId: string) => !world.isSilent(nodeId);
  if (request.clientIsOff && online(attachment.nodeId))
    throw new DomainError('client-is-connected', { client: nodeOf(attachment) }, { field: 'clientIsOff' });
  for (const id of request.targetsOff) {
    const exported = attachment.exports.find((each) => each.nodeId === id);
    if (!exported)
      throw new DomainError(
        'target-exports-nothing',
        { nodeId: id, volume: volumeOfAttachment(attachment), client: nodeOf(attachment) },
        { field: 'targetsOff' },
      );
    if (online(id)) throw new DomainError('target-is-connected', { target: nodeOf(exported) }, { field: 'targetsOff' });
  }
}
