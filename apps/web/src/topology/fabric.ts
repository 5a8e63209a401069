import type { Topology } from '../api/types.js';

export type FabricNode = Topology['nodes'][number];
export type FabricDrive = Topology['drives'][number];
export type FabricVolume = Topology['volumes'][number];
export type FabricAttachment = Topology['attachments'][number];

export type Side = 'clients' | 'targets';
export interface Rack {
  key: string;
  name: string | null;
  nodes: FabricNode[];
}
export interface Zone {
  key: string;
  name: string | null;
  racks: Rack[];
}

/** The topology with indexes for the relations between its objects. */
export interface Fabric {
  topology: Topology;
  nodes: ReadonlyMap<string, FabricNode>;
  drives: ReadonlyMap<string, FabricDrive>;
  volumes: ReadonlyMap<string, FabricVolume>;
  attachments: ReadonlyMap<string, FabricAttachment>;
  drivesOf: ReadonlyMap<string, FabricDrive[]>;
  /** Attachments by volume id and by client id. */
  attachmentsOf: ReadonlyMap<string, FabricAttachment[]>;
  /** Volumes with a leg on a drive, by drive id. */
  volumesOn: ReadonlyMap<string, FabricVolume[]>;
  volumesOfClass: readonly { id: string; name: string; volumes: FabricVolume[] }[];
  sides: Record<Side, Zone[]>;
}

export function fabricOf(topology: Topology): Fabric {
  const drivesOf = groupBy(topology.drives, ({ nodeId }) => [nodeId]);
  const { nodes } = topology;
  return {
    topology,
    nodes: byId(nodes),
    drives: byId(topology.drives),
    volumes: byId(topology.volumes),
    attachments: byId(topology.attachments),
    drivesOf,
    attachmentsOf: groupBy(topology.attachments, ({ volumeId, nodeId }) => [volumeId, nodeId]),
    volumesOn: groupBy(topology.volumes, ({ legs }) => [...new Set(legs.map(({ driveId }) => driveId))]),
    volumesOfClass: volumesOfClass(topology),
    sides: {
      targets: zonesOf(
        'targets',
        nodes.filter(({ id }) => isTarget(drivesOf.get(id))),
      ),
      clients: zonesOf(
        'clients',
        nodes.filter(({ id }) => !isTarget(drivesOf.get(id))),
      ),
    },
  };
}

/** Every server has drives of its own; a node counts as a target if at least one of its drives is not occupied by something else. */
const isTarget = (drives: readonly FabricDrive[] = []): boolean => drives.some(({ state }) => state !== 'occupied');

const byId = <T extends { id: string }>(items: readonly T[]): Map<string, T> => new Map(items.map((item) => [item.id, item]));

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}

/** Natural order: n2 before n10. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

function zonesOf(side: Side, nodes: readonly FabricNode[]): Zone[] {
  const zones = groupBy(nodes, ({ zone }) => [zone ?? '']);
  return [...zones]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([zone, ofZone]) => ({
      key: `zone:${side}/${zone}`,
      name: zone || null,
      racks: [...groupBy(ofZone, ({ rack }) => [rack ?? ''])]
        .sort(([a], [b]) => inOrder(a, b))
        .map(([rack, ofRack]) => ({
          key: `rack:${side}/${zone}/${rack}`,
          name: rack || null,
          nodes: ofRack.sort((a, b) => inOrder(a.name, b.name)),
        })),
    }));
}

function volumesOfClass({ volumes, driveClasses }: Topology): Fabric['volumesOfClass'] {
  const groups = groupBy(volumes, ({ driveClassId }) => [driveClassId]);
  const names = new Map(driveClasses.map(({ id, name }) => [id, name]));
  return [...groups]
    .map(([id, ofClass]) => ({ id, name: names.get(id) ?? 'another class', volumes: ofClass.sort((a, b) => inOrder(a.name, b.name)) }))
    .sort((a, b) => inOrder(a.name, b.name));
}
