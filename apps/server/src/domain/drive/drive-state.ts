import type { DriveState } from '@weft/shared/kinds/drive';
import type { DriveDocument } from '../documents/drive.document.js';

type StateFields = Pick<DriveDocument, 'present' | 'wipe' | 'desired' | 'inService'> & {
  inventory: Pick<DriveDocument['inventory'], 'contents' | 'inUse' | 'weftDriveId'>;
};

/** The state of a drive, from what was ordered and what was seen. `driveStateFilter` says the same in MongoDB's words. */
export function driveState({ present, wipe, desired, inService, inventory }: StateFields): DriveState {
  if (!present) return 'missing';
  if (wipe) return 'wiping';
  if (desired === 'in-service') return inService ? 'in-service' : 'taking';
  if (desired === 'released') return 'releasing';
  return inventory.contents.length > 0 || inventory.inUse || inventory.weftDriveId !== null ? 'occupied' : 'available';
}

/** What a change of it means for since when its state is what it is. */
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

/** Filter for the drives in a state. */
export const driveStateFilter = (state: DriveState): object => filters[state];

/** Bytes that new legs may take: capacity less reserve less what legs have; never below 0. */
export const freeBytes = (
  { capacityBytes, allocatedBytes }: Pick<DriveDocument, 'capacityBytes' | 'allocatedBytes'>,
  reservedRatio: number,
): number => Math.max(0, Math.floor(capacityBytes * (1 - reservedRatio)) - allocatedBytes);

/** The same in MongoDB's words. */
export const freeBytesExpression = (reservedRatio: number): object => ({
  $max: [0, { $subtract: [{ $floor: { $multiply: ['$capacityBytes', 1 - reservedRatio] } }, '$allocatedBytes'] }],
});
