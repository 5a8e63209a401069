import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { driveRef } from '@weft/shared/text/references';
import { type AgentReason, reason } from '../../reason/reason.js';
import type { Decision, World } from '../plan.js';
import { inventoryOf } from './drive-group.js';
import { hasAccepted } from './plan-sanitize.js';

type Terms = NonNullable<NonNullable<DriveAssignment['wipe']>['terms']>;

/** Why a due wipe may not begin (S1); null: it may, or its drive is not there yet. A refused order erased nothing, unless it had begun. */
export function wipeRefusal(drive: DriveAssignment, { slow, fast, facts, wallMs }: World): Decision | null {
  const { wipe, serial } = drive;
  if (!wipe) return null;
  const named = { drive: driveRef(drive.driveId, serial) };
  if (wipe.serial !== serial) return refused(reason('serial-mismatch', { ...named, ordered: wipe.serial }));
  const { terms } = wipe;
  if (!terms) return refused(reason('wipe-without-terms', named));
  const inventory = inventoryOf(drive, slow);
  const goesOn = hasAccepted(wipe, inventory, facts);
  if (!goesOn && wallMs > Date.parse(terms.notAfter)) return refused(reason('wipe-expired', { ...named, notAfter: terms.notAfter }));
  if (!goesOn && fast.bootId !== terms.bootId) return refused(reason('wipe-other-boot', named));
  const differences = inventory ? differing(terms, inventory, drive.driveId, facts.begunWipes[wipe.orderId] !== undefined) : [];
  return differences.length > 0 ? refused(reason('wipe-other-drive', { ...named, differences })) : null;
}

const refused = (why: AgentReason): Decision => ({ state: 'refused', reason: why, steps: [] });

function differing(terms: Terms, inventory: DriveInventory, driveId: string, hasBegun: boolean): string[] {
  const fields = ['model', 'sizeBytes', 'wwid', 'weftDriveId'] as const;
  // The agent removes the drive's own group before it overwrites the rest; a wipe begins with the label of any other.
  const isOwnGone = inventory.weftDriveId === null && (terms.weftDriveId === driveId || hasBegun);
  return fields
    .filter((field) => terms[field] !== inventory[field] && !(field === 'weftDriveId' && isOwnGone))
    .map((field) => `${NAMES[field]} ${inventory[field] ?? 'none'} instead of ${terms[field] ?? 'none'}`);
}

const NAMES = { model: 'model', sizeBytes: 'bytes', wwid: 'WWID', weftDriveId: 'volume group of Weft drive' };
