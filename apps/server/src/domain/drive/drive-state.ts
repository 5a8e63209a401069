import type { DriveState } from '@weft/shared/kinds/drive';
import type { DriveDocument, DriveStatus } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';

type StateFields = Part<DriveDocument, 'status.present' | 'spec.wipe' | 'spec.desired' | 'status.inService'> & {
  status: { inventory: Pick<DriveStatus['inventory'], 'contents' | 'inUse' | 'weftDriveId'> };
};

/** The state of a drive, from its orders and its inventory. `driveStateFilter` is the same rule as a MongoDB filter. */
export function driveState({ spec: { wipe, desired }, status: { inventory, present, inService } }: StateFields): DriveState {
  if (!present) return 'missing';
  if (wipe) return 'wiping';
  if (desired === 'in-service') return inService ? 'in-service' : 'taking';
  if (desired === 'released') return 'releasing';
  return inventory.contents.length > 0 || inventory.inUse || inventory.weftDriveId !== null ? 'occupied' : 'available';
}

/** The new `stateSince` after a change; empty if the state stays the same. */
export const stateSinceAfter = (
  before: StateFields,
  change: { spec?: Partial<StateFields['spec']>; status?: Partial<StateFields['status']> },
  now: Date,
): { stateSince?: Date } =>
  driveState({ spec: { ...before.spec, ...change.spec }, status: { ...before.status, ...change.status } }) === driveState(before)
    ? {}
    : { stateSince: now };

const seen = { 'status.present': true };
const unwiped = { ...seen, 'spec.wipe': null };
const notOurs = { ...unwiped, 'spec.desired': 'observed' };
const blank = { 'status.inventory.contents': [], 'status.inventory.inUse': false, 'status.inventory.weftDriveId': null };

const filters: Record<DriveState, object> = {
  missing: { 'status.present': false },
  wiping: { ...seen, 'spec.wipe': { $ne: null } },
  taking: { ...unwiped, 'spec.desired': 'in-service', 'status.inService': false },
  'in-service': { ...unwiped, 'spec.desired': 'in-service', 'status.inService': true },
  releasing: { ...unwiped, 'spec.desired': 'released' },
  available: { ...notOurs, ...blank },
  occupied: { ...notOurs, $nor: [blank] },
};

/** MongoDB filter for the drives in a state. */
export const driveStateFilter = (state: DriveState): object => filters[state];

/** Bytes free for new legs: capacity minus reserve minus the bytes of legs; never below 0. */
export const freeBytes = (
  { status: { capacityBytes, allocatedBytes } }: Part<DriveDocument, 'status.capacityBytes' | 'status.allocatedBytes'>,
  reservedRatio: number,
): number => Math.max(0, Math.floor(capacityBytes * (1 - reservedRatio)) - allocatedBytes);

/** Whether a drive by itself takes new legs, as a MongoDB expression: the same as in `candidates`, which also looks at the node. */
export const takesLegsExpression = {
  $and: [
    '$status.inService',
    '$status.present',
    { $eq: ['$spec.desired', 'in-service'] },
    { $not: ['$spec.wipe'] },
    { $eq: [{ $ifNull: ['$spec.scheduling', 'open'] }, 'open'] },
  ],
};

/** `freeBytes` as a MongoDB expression. */
export const freeBytesExpression = (reservedRatio: number): object => ({
  $max: [0, { $subtract: [{ $floor: { $multiply: ['$status.capacityBytes', 1 - reservedRatio] } }, '$status.allocatedBytes'] }],
});
