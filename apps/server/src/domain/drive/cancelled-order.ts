import { DomainError } from '@weft/shared/errors/errors';
import type { DriveStatus } from '@weft/shared/messages/report';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveJobKind } from './drive-job-view.js';
import type { DrivePatch } from './drive-status.js';

/*
 * Effect of cancelling an order on a drive.
 *  - take: the node removes the volume group again if it has created one meanwhile; the drive held no data.
 *  - wipe: the order is withdrawn. Refused once the node overwrites the drive, because the data is lost by then.
 *  - release: the drive is in service again. It has no legs, so a removed group may be created again. Refused while the node removes the group.
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
