import { DomainError } from '@weft/shared/errors/domain-error';
import type { DriveRole } from '@weft/shared/kinds/drive';
import { driveOf, nodeOf } from '../documents/references.js';
import { ordered, requireDriveState } from '../drive/drive-order.js';
import type { DriveOrder, DriveWorld } from '../drive/drive-world.js';

/**
 * Takes a blank drive into service (S1), for legs or for caches.
 * @throws DomainError `wrong-state`; `not-possible` for a cache drive on a node without dm-cache.
 */
export function driveTaken(world: Pick<DriveWorld, 'drive' | 'node' | 'now'>, role: DriveRole = 'data'): DriveOrder {
  const { drive, node, now } = world;
  requireDriveState('take', drive);
  if (role === 'cache' && node?.status.inventory?.capabilities.cache !== true)
    throw new DomainError('node-without-caches', { node: nodeOf(drive), drive: driveOf(drive) }, { field: 'role' });
  const { role: _, ...spec } = drive.spec;
  const open = { desired: 'in-service', scheduling: 'open', schedulingSince: now } as const;
  return ordered({ ...world, drive: { ...drive, spec } }, { spec: role === 'cache' ? { ...open, role } : open });
}
