import { DomainError } from '@weft/shared/errors/domain-error';
import type { DriveStatus } from '@weft/shared/messages/report';
import { nodeRef } from '@weft/shared/text/references';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, JobView } from '../documents/job.document.js';
import { driveOf, nodeOf } from '../documents/references.js';
import { type DriveJobKind, isDriveJob } from '../drive/drive-job-view.js';
import { ordered } from '../drive/drive-order.js';
import { currentStatus, type DrivePatch, isWipeQueued } from '../drive/drive-status.js';
import type { DriveOrder, DriveWorld } from '../drive/drive-world.js';
import { jobReason } from '../job-messages/job-message.js';

/**
 * Withdraws the order of a job, and ends the job.
 *  - take: the node removes the volume group again if it has created one meanwhile; the drive held no data.
 *  - wipe: the order is withdrawn. Refused once the node overwrites the drive, because the data is lost by then; not while it waits for other wipes.
 *  - release: the drive is in service again. It has no legs, so a removed group may be created again. Refused while the node removes the group.
 * @param job undefined: it is not open any more.
 * @param by the requester.
 * @throws DomainError `wrong-state`.
 */
export function driveOrderCancelled(
  world: DriveWorld,
  job: Pick<JobDocument, 'kind' | 'steps'> | undefined,
  by: string,
): { next: DriveOrder; view: JobView } {
  const { drive, node, reported } = world;
  if (!job || !node || !isDriveJob(job.kind)) throw new DomainError('drive-job-ended', { drive: driveOf(drive) });
  const next = ordered(world, withdrawn(job.kind, drive, currentStatus(drive, reported, node.status.bootId)));
  const ref = nodeRef(drive.nodeId, node.name);
  const isOnline = node.status.connection.state === 'online';
  const of = isOnline ? { wiping: job.kind === 'drive.wipe' ? ref : undefined } : { offline: ref };
  const error = jobReason('cancelled-by', { by, ...of }, 'cancelled');
  return { next, view: { state: 'failed', steps: job.steps, waitingFor: [], error } };
}

function withdrawn(kind: DriveJobKind, drive: DriveDocument, status: DriveStatus | null): DrivePatch {
  const {
    spec: { wipe },
  } = drive;
  const isBegun =
    (status?.state === 'working' && !isWipeQueued(drive, status)) || (wipe !== null && status?.observed.wipedOrderId === wipe.orderId);
  if (kind === 'drive.take') return { spec: { desired: 'released' } };
  if (isBegun)
    throw new DomainError(kind === 'drive.wipe' ? 'wipe-started' : 'release-started', { drive: driveOf(drive), node: nodeOf(drive) });
  return kind === 'drive.wipe' ? { spec: { wipe: null } } : { spec: { desired: 'in-service' }, status: { inService: false } };
}
