import { NO_ORPHANS, type NodeOrphans } from '@weft/shared/kinds/node';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { foreignDrives } from './foreign-drives.js';
import { hostOrphans } from './host-orphans.js';
import type { OrphanWorld } from './orphan-world.js';
import { storedOrphans } from './stored-orphans.js';

/** Every object of a host or of the database that lacks its counterpart. */
export const orphansOf = (world: OrphanWorld): ListedOrphan[] => [...orphansOfHosts(world), ...storedOrphans(world)];

/**
 * Objects of hosts that the database does not list. Each id once: an agent may report two objects that it cannot tell apart. Which ones they are follows from
 * nodes and drives alone; the rest of the world says what each may belong to.
 */
export function orphansOfHosts(world: OrphanWorld): ListedOrphan[] {
  const foreign = foreignDrives(world);
  const driveIds = new Set(foreign.map(({ orphan, driveId }) => `${orphan.node.id} ${driveId}`));
  const found = [...foreign.map(({ orphan }) => orphan), ...hostOrphans(world, driveIds)];
  return [...new Map(found.map((orphan) => [orphan.id, orphan])).values()];
}

/**
 * Orphans on each host that has any, by node id. Objects of the database are left out: their drive or volume says what is wrong with them.
 */
export function orphansByNode(orphans: readonly ListedOrphan[]): ReadonlyMap<string, NodeOrphans> {
  const found = new Map<string, NodeOrphans>();
  for (const { side, node, since, ignored } of orphans) {
    if (side !== 'host') continue;
    const of = found.get(node.id) ?? NO_ORPHANS;
    const earliest = of.since === null || (since !== null && since < of.since) ? since : of.since;
    found.set(node.id, ignored ? { ...of, ignored: of.ignored + 1 } : { ...of, count: of.count + 1, since: earliest });
  }
  return found;
}
