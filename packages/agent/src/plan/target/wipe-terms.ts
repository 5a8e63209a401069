import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { type Decision, refused, type World } from '../plan.js';
import { inventoryOf } from './drive-group.js';

type Terms = NonNullable<NonNullable<DriveAssignment['wipe']>['terms']>;

/** Why a due wipe may not begin (S1); null: it may, or its drive is not there yet. A refused order erased nothing, unless it had begun. */
export function wipeRefusal(drive: DriveAssignment, { slow, fast, wallMs }: World): Decision | null {
  const { wipe, serial } = drive;
  if (!wipe) return null;
  const refuse = (code: string, why: string) =>
    refused(code, `the wipe of drive ${serial} does not begin: ${why}. Look at the drive, and order the wipe again if it is still meant`);
  if (wipe.serial !== serial) return refuse('serial-mismatch', `the order names serial ${wipe.serial}`);
  const { terms } = wipe;
  if (!terms) return refuse('wipe-without-terms', 'the order of an older server names neither a deadline nor the boot of the node');
  if (wallMs > Date.parse(terms.notAfter)) return refuse('wipe-expired', `the order was good until ${terms.notAfter}`);
  if (fast.bootId !== terms.bootId) return refuse('wipe-other-boot', 'the node has restarted since it was ordered');
  const inventory = inventoryOf(drive, slow);
  const differences = inventory ? differing(terms, inventory, drive.driveId) : [];
  return differences.length > 0 ? refuse('wipe-other-drive', `it is another drive than the ordered one (${differences.join('; ')})`) : null;
}

function differing(terms: Terms, inventory: DriveInventory, driveId: string): string[] {
  const fields = ['model', 'sizeBytes', 'wwid', 'weftDriveId'] as const;
  // The agent removes the drive's own group before it overwrites the rest.
  const isOwnGone = inventory.weftDriveId === null && terms.weftDriveId === driveId;
  return fields
    .filter((field) => terms[field] !== inventory[field] && !(field === 'weftDriveId' && isOwnGone))
    .map((field) => `${NAMES[field]} ${inventory[field] ?? 'none'} instead of ${terms[field] ?? 'none'}`);
}

const NAMES = { model: 'model', sizeBytes: 'bytes', wwid: 'WWID', weftDriveId: 'volume group of Weft drive' };
