import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { foreignDrives } from './foreign-drives.js';
import { hostOrphans } from './host-orphans.js';
import type { OrphanWorld } from './orphan-world.js';
import { storedOrphans } from './stored-orphans.js';

/** Every object of a host or of the database that lacks its counterpart. Each id once: an agent may report two objects that it cannot tell apart. */
export function orphansOf(world: OrphanWorld): ListedOrphan[] {
  const foreign = foreignDrives(world);
  const driveIds = new Set(foreign.map(({ orphan, driveId }) => `${orphan.node.id} ${driveId}`));
  const found = [...foreign.map(({ orphan }) => orphan), ...hostOrphans(world, driveIds), ...storedOrphans(world)];
  return [...new Map(found.map((orphan) => [orphan.id, orphan])).values()];
}
