import { DomainError } from '@weft/shared/errors/errors';
import type { DriveStatus } from '@weft/shared/messages/report';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveJobKind } from './drive-job-view.js';
import type { DrivePatch } from './drive-status.js';

/*
 * What cancelling an order leaves of a drive.
 *  - take: its group, if it was made meanwhile, goes again; nothing was on the drive.
 *  - wipe: the order is gone. Once the node has begun to overwrite, there is nothing to save by it.
 *  - release: in service again. It has no legs, so a group that is gone by then may be made anew. Not while the node removes it.
 */
export function withdrawn(
  kind: DriveJobKind,
  { serial, nodeName, wipe }: Pick<DriveDocument, 'serial' | 'nodeName' | 'wipe'>,
  status: DriveStatus | null,
): DrivePatch {
  const isBegun = status?.state === 'working' || (wipe !== null && status?.observed.wipedOrderId === wipe.orderId);
  if (kind === 'drive.take') return { desired: 'released' };
  if (isBegun) throw new DomainError('wrong-state', `${nodeName} ${TOO_LATE[kind](serial)}`);
  return kind === 'drive.wipe' ? { wipe: null } : { desired: 'in-service', inService: false };
}

const TOO_LATE: Record<Exclude<DriveJobKind, 'drive.take'>, (serial: string) => string> = {
  'drive.wipe': (serial) =>
    `has begun to overwrite drive ${serial}: what was on it does not come back, so the wipe cannot be cancelled any more. Let it end.`,
  'drive.release': (serial) =>
    `removes the volume group of drive ${serial} now, so the release cannot be cancelled any more. Take the drive again when it has ended.`,
};
