import { DomainError } from '@weft/shared/errors/domain-error';
import { driveOf } from '../documents/references.js';
import { ordered, requireDriveState } from '../drive/drive-order.js';
import type { DriveOrder, DriveOrderWorld } from '../drive/drive-world.js';

/**
 * Releases a drive without legs (S5).
 * @throws DomainError `wrong-state` or `in-use`.
 */
export function driveReleased(world: Pick<DriveOrderWorld, 'drive' | 'now' | 'volumes'>): DriveOrder {
  const { drive, volumes } = world;
  requireDriveState('release', drive);
  if (volumes.length > 0) throw new DomainError('drive-holds-legs', { drive: driveOf(drive), volumes: [...volumes] });
  return ordered(world, { spec: { desired: 'released' } });
}
