import type { Fabric, Side, Zone } from './fabric.js';
import { nicKey } from './layout.js';
import { nodeState, type State, splitKey, stateOf } from './states.js';

/** One line of the outline: the picture as text, for keyboards and screen readers. */
export interface Line {
  key: string;
  label: string;
  state: State | null;
  /** Starts at 1; position and number of lines are among those with the same parent. */
  level: number;
  position: number;
  setSize: number;
  /** Null: the object contains nothing. */
  isOpen: boolean | null;
  /** Index of the parent's line; -1: none. */
  parent: number;
}

interface Item {
  key: string;
  label: string;
  state: State | null;
  children: (() => Item[]) | null;
}

/** Visible lines when these keys are open. */
export function linesOf(fabric: Fabric, open: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const add = (items: readonly Item[], level: number, parent: number) => {
    for (const [index, { key, label, state, children }] of items.entries()) {
      const isOpen = children && open.has(key);
      lines.push({ key, label, state, level, position: index + 1, setSize: items.length, isOpen, parent });
      if (children && isOpen) add(children(), level + 1, lines.length - 1);
    }
  };
  add(areaItems(fabric), 1, -1);
  return lines;
}

/** Lines of the search results, without their parents. */
export const matchLines = (fabric: Fabric, keys: readonly string[]): Line[] =>
  keys.map((key, index) => ({
    key,
    label: nameOf(fabric, key),
    state: stateOf(fabric, key),
    level: 1,
    position: index + 1,
    setSize: keys.length,
    isOpen: null,
    parent: -1,
  }));

const items = (list: (() => Item[]) | null, count: number) => (count > 0 ? list : null);
const leaf = (fabric: Fabric, key: string, label = nameOf(fabric, key)): Item => ({
  key,
  label,
  state: stateOf(fabric, key),
  children: null,
});

function areaItems(fabric: Fabric): Item[] {
  const { topology, sides } = fabric;
  const side = (name: Side, title: string): Item => {
    const count = sides[name].reduce((sum, { racks }) => sum + racks.reduce((nodes, rack) => nodes + rack.nodes.length, 0), 0);
    const children = items(() => sides[name].flatMap((zone) => zoneItems(fabric, zone)), count);
    return { key: `area:${name}`, label: `${title} (${count})`, state: null, children };
  };
  return [
    side('targets', 'Targets'),
    side('clients', 'Clients'),
    {
      key: 'area:volumes',
      label: `Volumes (${topology.volumes.length})`,
      state: null,
      children: items(
        () => fabric.volumesOfClass.flatMap(({ volumes }) => volumes.map(({ id }) => volumeItem(fabric, id))),
        topology.volumes.length,
      ),
    },
    {
      key: 'area:networks',
      label: `Storage networks (${topology.storageNetworks.length})`,
      state: null,
      children: items(() => topology.storageNetworks.map((name) => leaf(fabric, `network:${name}`)), topology.storageNetworks.length),
    },
  ];
}

/** Nodes without a zone or rack stand one level higher. */
function zoneItems(fabric: Fabric, { key, label, racks }: Zone): Item[] {
  const inside = () =>
    racks.flatMap((rack) => {
      const nodes = () => rack.nodes.map(({ id }) => nodeItem(fabric, id));
      return rack.label === null ? nodes() : [{ key: rack.key, label: withCount(rack.label, rack.nodes), state: null, children: nodes }];
    });
  if (label === null) return inside();
  const counted = withCount(
    label,
    racks.flatMap(({ nodes }) => nodes),
  );
  return [{ key, label: counted, state: null, children: inside }];
}

/** `rack r1: 8 nodes, 1 lost`: shows problems inside a closed group. */
function withCount(name: string, nodes: Zone['racks'][number]['nodes']): string {
  const bad = nodes.filter((node) => nodeState(node).tone === 'bad').length;
  return `${name}: ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}${bad > 0 ? `, ${bad} lost` : ''}`;
}

function nodeItem(fabric: Fabric, id: string): Item {
  const node = fabric.nodes.get(id);
  const drives = fabric.drivesOf.get(id) ?? [];
  const attachments = fabric.attachmentsOf.get(id) ?? [];
  const nics = node?.nics ?? [];
  return {
    ...leaf(fabric, `node:${id}`, node?.name),
    children: items(
      () => [
        ...nics.map(({ name }) => leaf(fabric, nicKey(id, name), `NIC ${name}`)),
        ...drives.map((drive) => leaf(fabric, `drive:${drive.id}`, `drive ${drive.serial}`)),
        ...attachments.map((each) => leaf(fabric, `attachment:${each.id}`, `volume ${fabric.volumes.get(each.volumeId)?.name}`)),
      ],
      drives.length + attachments.length + nics.length,
    ),
  };
}

function volumeItem(fabric: Fabric, id: string): Item {
  const attachments = fabric.attachmentsOf.get(id) ?? [];
  return {
    ...leaf(fabric, `volume:${id}`, fabric.volumes.get(id)?.name),
    children: items(
      () => attachments.map((each) => leaf(fabric, `attachment:${each.id}`, `attached by ${fabric.nodes.get(each.nodeId)?.name}`)),
      attachments.length,
    ),
  };
}

/** Name of an object, such as `drive S1 of t1`; empty when there is no such object. */
export function nameOf(fabric: Fabric, key: string): string {
  const [kind, id] = splitKey(key);
  const nodeName = (nodeId: string | undefined) => fabric.nodes.get(nodeId ?? '')?.name ?? '';
  switch (kind) {
    case 'node':
      return fabric.nodes.has(id) ? `node ${nodeName(id)}` : '';
    case 'drive': {
      const drive = fabric.drives.get(id);
      return drive ? `drive ${drive.serial} of ${nodeName(drive.nodeId)}` : '';
    }
    case 'volume':
      return fabric.volumes.has(id) ? `volume ${fabric.volumes.get(id)?.name}` : '';
    case 'attachment': {
      const attachment = fabric.attachments.get(id);
      return attachment ? `volume ${fabric.volumes.get(attachment.volumeId)?.name} on ${nodeName(attachment.nodeId)}` : '';
    }
    case 'nic': {
      const [nodeId = '', name = ''] = [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)];
      return fabric.nodes.get(nodeId)?.nics.some((nic) => nic.name === name) ? `NIC ${name} of ${nodeName(nodeId)}` : '';
    }
    case 'network':
      return fabric.topology.storageNetworks.includes(id) ? `storage network ${id}` : '';
    case 'class': {
      const driveClass = fabric.topology.driveClasses.find((each) => each.id === id);
      return driveClass ? `volumes of class ${driveClass.name}` : '';
    }
    case 'zone':
    case 'classes':
    case 'rack':
      return groupName(fabric, key);
    case 'area':
      return AREAS[id] ?? '';
    default:
      return '';
  }
}

const AREAS: Record<string, string> = { targets: 'targets', clients: 'clients', volumes: 'volumes', networks: 'storage networks' };

function groupName({ sides }: Fabric, key: string): string {
  const groups = [...sides.targets, ...sides.clients].flatMap((zone) => [zone, ...zone.racks]);
  return groups.find((group) => group.key === key)?.fullName ?? '';
}

/** Keys that must be open to show the line of an object, from the outside in. */
export function surroundingsOf(fabric: Fabric, key: string): string[] {
  const [kind, id] = splitKey(key);
  switch (kind) {
    case 'node':
    case 'rack':
    case 'zone':
    case 'classes':
      return placeOf(fabric, key);
    case 'drive': {
      const node = `node:${fabric.drives.get(id)?.nodeId}`;
      return [...placeOf(fabric, node), node];
    }
    case 'nic': {
      const node = `node:${id.slice(0, id.indexOf('/'))}`;
      return [...placeOf(fabric, node), node];
    }
    case 'attachment':
      return ['area:volumes', `volume:${fabric.attachments.get(id)?.volumeId}`];
    case 'volume':
      return ['area:volumes'];
    case 'network':
      return ['area:networks'];
    default:
      return [];
  }
}

function placeOf({ sides }: Fabric, key: string): string[] {
  for (const side of ['targets', 'clients'] as const)
    for (const zone of sides[side]) {
      if (zone.key === key) return [`area:${side}`];
      for (const rack of zone.racks)
        if (rack.key === key || rack.nodes.some(({ id }) => `node:${id}` === key))
          return [`area:${side}`, zone.key, ...(rack.key === key ? [] : [rack.key])];
    }
  return [];
}

/** Keys of objects whose name, serial or address contains the text, in the order of the picture. */
export function matchesOf(fabric: Fabric, words: string): string[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const { nodes, drives, volumes, storageNetworks } = fabric.topology;
  return [
    ...nodes.filter(({ name }) => has(name)).map(({ id }) => `node:${id}`),
    ...volumes.filter(({ name }) => has(name)).map(({ id }) => `volume:${id}`),
    ...drives.filter(({ serial }) => has(serial)).map(({ id }) => `drive:${id}`),
    ...nodes.flatMap(({ id, nics }) => nics.filter(({ address }) => has(address)).map(({ name }) => nicKey(id, name))),
    ...storageNetworks.filter(has).map((name) => `network:${name}`),
  ];
}
