import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored } from '@weft/shared/kinds/volume';
import { type AttachmentStatus, isStarted, type LegStatus } from '@weft/shared/messages/report';
import { legRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { legOnNode, nodeOf, volumeOf } from '../documents/references.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';

/* Checks whether a loss of legs may be accepted. `word` is a status that counts: present boot, not older than the order, from an online node (S12). */

export interface ClientSaid {
  attachment: AttachmentDocument;
  report: AttachmentStatus | undefined;
}

/** @throws DomainError `wrong-state` with the reason. */
export function checkGivenUp(
  volume: VolumeDocument,
  givenUp: readonly LegDocument[],
  clients: readonly ClientSaid[],
  targets: ReadonlyMap<string, LegStatus | undefined>,
): void {
  checkNotRunning(volume, clients);
  checkLost(volume, givenUp, clients, targets);
}

/** While a client may write to the volume, it loses and regains legs without an administrator: there is no loss to accept. */
function checkNotRunning(volume: VolumeDocument, clients: readonly ClientSaid[]): void {
  for (const { attachment, report } of clients.filter((each) => !each.attachment.status.fenced)) {
    const isThere = attachment.status.state === 'attaching' || attachment.status.state === 'attached';
    const { available, array } = report?.observed ?? { available: true, array: null };
    if (isThere && !available && (array === null || !isStarted(array))) continue;
    const running = { volume: volumeOf(volume), client: nodeOf(attachment), state: attachment.status.state };
    throw report
      ? new DomainError('volume-runs', running)
      : new DomainError('volume-may-run', { ...running, attachmentId: attachment._id });
  }
}

/** Refuses reachable legs, and a list in which no leg may hold the last writes. */
function checkLost(
  volume: VolumeDocument,
  givenUp: readonly LegDocument[],
  clients: readonly ClientSaid[],
  targets: ReadonlyMap<string, LegStatus | undefined>,
): void {
  for (const leg of givenUp) {
    const report = targets.get(leg.id);
    if (report?.state === 'done' && report.observed.present && report.observed.wiped && report.observed.backed)
      throw new DomainError('leg-not-lost', { volume: volumeOf(volume), leg: legRef(leg), target: nodeOf(leg) }, { field: 'legIds' });
  }
  if (!isMirrored(volume.spec.protection)) return; // newEpoch refuses it with its own message
  if (!givenUp.some((leg) => leg.status.inSync || clients.some(({ report }) => report && waitsFor(report, leg))))
    throw new DomainError('legs-not-in-sync', { volume: volumeOf(volume), legs: givenUp.map(legOnNode) }, { field: 'legIds' });
}

/** The client knows more than it reported before its restart: its ledger, or md's superblocks, name the leg as one that may be newer. */
const waitsFor = ({ state, reason, observed }: AttachmentStatus, { nodeName }: LegDocument): boolean =>
  !observed.available &&
  (reason?.code === 'leg-missing' ? reason.node === nodeName : state === 'failed' && reason?.command?.[0] === 'mdadm');
