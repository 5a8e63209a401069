import { ordered, requireDriveState } from '../drive/drive-order.js';
import type { DriveOrder, DriveWorld } from '../drive/drive-world.js';

/**
 * Takes a blank drive into service, open to new legs (S1).
 * @throws DomainError `wrong-state`.
 */
export function driveTaken(world: Pick<DriveWorld, 'drive' | 'now'>): DriveOrder {
  requireDriveState('take', world.drive);
  return ordered(world, { spec: { desired: 'in-service', scheduling: 'open', schedulingSince: world.now } });
}
