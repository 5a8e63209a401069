import type { Topology } from '../api/types.js';
import type { Grouping } from './topology-search.js';

export type FabricNode = Topology['nodes'][number];
export type FabricDrive = Topology['drives'][number];
export type FabricVolume = Topology['volumes'][number];
export type FabricAttachment = Topology['attachments'][number];

export type Side = 'clients' | 'targets';
interface Group {
  key: string;
  /** Heading in the picture and the outline, such as `rack r1`; null: the nodes have no such group. */
  label: string | null;
  /** Name of the selected group, such as `rack r1 in zone z1, targets`. */
  fullName: string;
}
export interface Rack extends Group {
  nodes: FabricNode[];
}
/** Outer group of nodes: a zone, or a set of drive classes. */
export interface Zone extends Group {
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

export function fabricOf(topology: Topology, grouping: Grouping = 'rack'): Fabric {
  const drivesOf = groupBy(grouping === 'class' ? byFirstClass(topology.drives) : topology.drives, ({ nodeId }) => [nodeId]);
  const { nodes } = topology;
  const groupsOf = grouping === 'class' ? classGroups(topology) : zonesOf;
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
      targets: groupsOf(
        'targets',
        nodes.filter(({ id }) => isTarget(drivesOf.get(id))),
      ),
      clients: groupsOf(
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
  return inGroups(nodes, ({ zone }) => zone ?? '').map(([zone, ofZone]) => ({
    key: `zone:${side}/${zone}`,
    label: zone === '' ? null : `zone ${zone}`,
    fullName: `${zone === '' ? 'no zone' : `zone ${zone}`}, ${side}`,
    racks: inGroups(ofZone, ({ rack }) => rack ?? '').map(([rack, ofRack]) => rackOf(`${side}/${zone}/${rack}`, side, ofRack)),
  }));
}

function rackOf(path: string, side: Side, nodes: readonly FabricNode[]): Rack {
  const { zone = null, rack = null } = nodes[0] ?? {};
  const name = rack ? `rack ${rack}` : 'no rack';
  return {
    key: `rack:${path}`,
    label: rack ? name : null,
    fullName: `${name}${zone ? ` in zone ${zone}` : ''}, ${side}`,
    nodes: nodes.toSorted((a, b) => inOrder(a.name, b.name)),
  };
}

/** Groups in natural order of their names. */
const inGroups = <T>(items: readonly T[], nameOf: (item: T) => string): [name: string, items: T[]][] =>
  [...groupBy(items, (item) => [nameOf(item)])].sort(([a], [b]) => inOrder(a, b));

/** Drives of one class stand together in their node. Drives without a class come last. */
const byFirstClass = (drives: readonly FabricDrive[]): FabricDrive[] =>
  drives.toSorted((a, b) => (a.classes[0] ?? Number.MAX_SAFE_INTEGER) - (b.classes[0] ?? Number.MAX_SAFE_INTEGER));

/**
 * Groups nodes by drive class: targets by the classes of their drives, clients by the classes of their attached volumes.
 * A node with several classes stands in a group of exactly these classes, because the picture draws it once.
 */
function classGroups(topology: Topology): (side: Side, nodes: readonly FabricNode[]) => Zone[] {
  const classesOf = classesByNode(topology);
  const nameOf = (node: FabricNode) => [...(classesOf.get(node.id) ?? [])].sort(inOrder).join(', ');
  return (side, nodes) =>
    inGroups(nodes, nameOf)
      // Nodes without a class come last.
      .sort(([a], [b]) => Number(a === '') - Number(b === ''))
      .map(([names, ofClasses]) => {
        const label = names === '' ? 'no class' : `${names.includes(', ') ? 'classes' : 'class'} ${names}`;
        return {
          key: `classes:${side}/${names}`,
          label,
          fullName: `${label}, ${side}`,
          racks: inGroups(ofClasses, ({ zone, rack }) => `${zone ?? ''}/${rack ?? ''}`).map(([place, ofRack]) =>
            rackOf(`${side}/${names}/${place}`, side, ofRack),
          ),
        };
      });
}

/** Names of drive classes by node id. */
function classesByNode({ drives, driveClasses, volumes, attachments }: Topology): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (nodeId: string, name: string | undefined) => {
    if (name === undefined) return;
    const names = found.get(nodeId);
    if (names) names.add(name);
    else found.set(nodeId, new Set([name]));
  };
  for (const { nodeId, classes } of drives) for (const index of classes) add(nodeId, driveClasses[index]?.name);
  const classNames = new Map(driveClasses.map(({ id, name }) => [id, name]));
  const classOf = new Map(volumes.map(({ id, driveClassId }) => [id, classNames.get(driveClassId)]));
  for (const { volumeId, nodeId } of attachments) add(nodeId, classOf.get(volumeId));
  return found;
}

function volumesOfClass({ volumes, driveClasses }: Topology): Fabric['volumesOfClass'] {
  const groups = groupBy(volumes, ({ driveClassId }) => [driveClassId]);
  const names = new Map(driveClasses.map(({ id, name }) => [id, name]));
  return [...groups]
    .map(([id, ofClass]) => ({ id, name: names.get(id) ?? 'another class', volumes: ofClass.sort((a, b) => inOrder(a.name, b.name)) }))
    .sort((a, b) => inOrder(a.name, b.name));
}
