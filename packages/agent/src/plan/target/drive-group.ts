import { vgName } from '@weft/shared/identity';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { SlowState } from '../../host/host.js';

/**
 * Where the volume group of an assigned drive is.
 *  listed: LVM lists it. unlisted: it is on the drive, but not in LVM's devices file. absent: the drive is there and carries no such group.
 *  unreadable: the drive is there and cannot be read, so its contents are unknown. no-drive: the drive is not there.
 */
export type GroupPlace = 'listed' | 'unlisted' | 'absent' | 'unreadable' | 'no-drive';

type Named = Pick<DriveAssignment, 'driveId' | 'serial' | 'nsid'>;

export const inventoryOf = ({ serial, nsid }: Pick<Named, 'serial' | 'nsid'>, slow: SlowState): DriveInventory | undefined =>
  slow.inventory.drives.find((candidate) => candidate.serial === serial && candidate.nsid === nsid);

export function groupPlace(drive: Named, slow: SlowState): GroupPlace {
  if (slow.volumeGroups.some((group) => group.vg === vgName(drive.driveId))) return 'listed';
  const inventory = inventoryOf(drive, slow);
  if (!inventory) return 'no-drive';
  if (inventory.weftDriveId === drive.driveId) return 'unlisted';
  return isUnreadable(inventory) ? 'unreadable' : 'absent';
}

/** Its contents could not be read (inventory-drives.ts). */
export const isUnreadable = ({ contents }: Pick<DriveInventory, 'contents'>): boolean =>
  contents.some((each) => each.startsWith('unknown:'));
