import type { DriveState } from '@weft/shared/kinds/drive';
import type { DriveDocument } from '../documents/drive.document.js';

type StateFields = Pick<DriveDocument, 'present' | 'wipe' | 'desired' | 'inService'> & {
  inventory: Pick<DriveDocument['inventory'], 'contents' | 'inUse' | 'weftDriveId'>;
};

/** The state of a drive, from its orders and its inventory. `driveStateFilter` is the same rule as a MongoDB filter. */
export function driveState({ present, wipe, desired, inService, inventory }: StateFields): DriveState {
  if (!present) return 'missing';
  if (wipe) return 'wiping';
  if (desired === 'in-service') return inService ? 'in-service' : 'taking';
  if (desired === 'released') return 'releasing';
  return inventory.contents.length > 0 || inventory.inUse || inventory.weftDriveId !== null ? 'occupied' : 'available';
}

/** The new `stateSince` after a change; empty if the state stays the same. */
export const stateSinceAfter = (before: StateFields, change: Partial<StateFields>, now: Date): { stateSince?: Date } =>
  driveState({ ...before, ...change }) === driveState(before) ? {} : { stateSince: now };

const seen = { present: true };
const unwiped = { ...seen, wipe: null };
const notOurs = { ...unwiped, desired: 'observed' };
const blank = { 'inventory.contents': [], 'inventory.inUse': false, 'inventory.weftDriveId': null };

const filters: Record<DriveState, object> = {
  missing: { present: false },
  wiping: { ...seen, wipe: { $ne: null } },
  taking: { ...unwiped, desired: 'in-service', inService: false },
  'in-service': { ...unwiped, desired: 'in-service', inService: true },
  releasing: { ...unwiped, desired: 'released' },
  available: { ...notOurs, ...blank },
  occupied: { ...notOurs, $nor: [blank] },
};

/** MongoDB filter for the drives in a state. */
export const driveStateFilter = (state: DriveState): object => filters[state];

/** Bytes free for new legs: capacity minus reserve minus the bytes of legs; never below 0. */
export const freeBytes = (
  { capacityBytes, allocatedBytes }: Pick<DriveDocument, 'capacityBytes' | 'allocatedBytes'>,
  reservedRatio: number,
): number => Math.max(0, Math.floor(capacityBytes * (1 - reservedRatio)) - allocatedBytes);

/** `freeBytes` as a MongoDB expression. */
export const freeBytesExpression = (reservedRatio: number): object => ({
  $max: [0, { $subtract: [{ $floor: { $multiply: ['$capacityBytes', 1 - reservedRatio] } }, '$allocatedBytes'] }],
});
