import { MAX_RACKS, MAX_TROUBLED_NODES, type ZoneRack, type ZoneTopology } from '@weft/shared/kinds/zones/zone';
import type { ReadTopology } from '@weft/shared/kinds/zones/zone-answers';

export type TopologySummary = Pick<ZoneTopology, 'racks' | 'rackCount' | 'storageNetworks' | 'volumes' | 'attachments'>;

const newRack = (zoneLabel: string | null, rack: string | null): ZoneRack => ({
  ...{ zoneLabel, rack, troubled: [], troubledCount: 0, capacityBytes: 0, usedBytes: 0 },
  nodes: { online: 0, lost: 0, never: 0, inMaintenance: 0 },
  drives: { total: 0, troubled: 0 },
});

/** A word that this version does not know counts as `never`: nothing is known about the node. */
const connectionOf = (connection: string): 'online' | 'lost' | 'never' =>
  connection === 'online' || connection === 'lost' ? connection : 'never';

function addNode(rack: ZoneRack, { id, name, connection, inMaintenance, troubled }: ReadTopology['nodes'][number]): void {
  rack.nodes[connectionOf(connection)] += 1;
  if (inMaintenance) rack.nodes.inMaintenance += 1;
  if (!troubled && connection !== 'lost') return;
  rack.troubledCount += 1;
  if (rack.troubled.length < MAX_TROUBLED_NODES) rack.troubled.push({ id, name });
}

const compare = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '', 'en', { numeric: true });

/** Sums of a topology by rack: some kB in place of some MB. */
export function summaryOf({ nodes, drives, volumes, attachments, storageNetworks }: ReadTopology): TopologySummary {
  const racks = new Map<string, ZoneRack>();
  const rackOfNode = new Map<string, ZoneRack>();
  for (const node of nodes) {
    const key = JSON.stringify([node.zone, node.rack]);
    const rack = racks.get(key) ?? newRack(node.zone, node.rack);
    racks.set(key, rack);
    rackOfNode.set(node.id, rack);
    addNode(rack, node);
  }
  for (const { nodeId, troubled, capacityBytes, allocatedBytes } of drives) {
    const rack = rackOfNode.get(nodeId);
    if (!rack) continue;
    rack.drives.total += 1;
    if (troubled) rack.drives.troubled += 1;
    rack.capacityBytes += capacityBytes;
    rack.usedBytes += allocatedBytes;
  }
  const byHealth = new Map<string, number>();
  for (const { health } of volumes) byHealth.set(health, (byHealth.get(health) ?? 0) + 1);
  const sorted = [...racks.values()].sort((a, b) => compare(a.zoneLabel, b.zoneLabel) || compare(a.rack, b.rack));
  return {
    racks: sorted.slice(0, MAX_RACKS),
    rackCount: sorted.length,
    storageNetworks,
    volumes: { total: volumes.length, byHealth: [...byHealth].map(([health, count]) => ({ health, count })) },
    attachments: { total: attachments.length, fewerPaths: attachments.filter(({ paths, livePaths }) => livePaths < paths).length },
  };
}
