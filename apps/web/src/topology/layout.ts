import type { Fabric, FabricNode, Rack, Side, Zone } from './fabric.js';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
export const boxKinds = ['area', 'class', 'zone', 'rack', 'network', 'node', 'volume', 'nic', 'drive'] as const;
export type BoxKind = (typeof boxKinds)[number];
/** One object in the picture; `key` selects it in the address. A box comes after the boxes that contain it. */
export interface Box extends Rect {
  kind: BoxKind;
  key: string;
  /** Text in the box; empty: none. */
  label: string;
  /** Left offset of the label. */
  indent: number;
}
export interface Layout {
  width: number;
  height: number;
  boxes: readonly Box[];
  of: ReadonlyMap<string, Box>;
}

/*
 * From left to right in the direction of I/O: volumes by class, clients, storage networks, targets with their drives; clients and targets by zone or drive class, then by rack.
 * Objects of one group stand one below the other, in as many columns as their height needs. The chosen height fits the aspect best.
 */
const GAP = 4;
const AREA_GAP = 40;
const HEAD = 16;
const VOLUME = { width: 76, height: 14 };
const CLIENT = { width: 104, height: 18 };
const NETWORK_WIDTH = 16;
const NIC = { width: 7, height: 7 };
const CELL = 10;
const CELL_STEP = 12;
const MOST_COLUMNS = 12;

interface Size {
  width: number;
  height: number;
}
/** A sized part of the picture that can be placed anywhere. */
interface Block extends Size {
  put: (x: number, y: number, into: Box[]) => void;
}

/** Stacks blocks in columns of at most `most` height. */
function columns(blocks: readonly Block[], most: number): Block {
  const places: [x: number, y: number][] = [];
  let [x, y, wide, height] = [0, 0, 0, 0];
  for (const block of blocks) {
    if (y > 0 && y + block.height > most) {
      x += wide + GAP;
      [y, wide] = [0, 0];
    }
    places.push([x, y]);
    y += block.height + GAP;
    wide = Math.max(wide, block.width);
    height = Math.max(height, y - GAP);
  }
  return {
    width: x + wide,
    height,
    put: (left, top, into) => {
      for (const [index, block] of blocks.entries()) {
        const [dx, dy] = places[index] ?? [0, 0];
        block.put(left + dx, top + dy, into);
      }
    },
  };
}

type Named = Pick<Box, 'kind' | 'key' | 'label' | 'indent'>;
const INDENT = 5;

/** Frames a block, with a heading if it has a name. */
function framed(box: Named, inner: Block): Block {
  const head = box.label === '' ? GAP : HEAD;
  const size = { width: Math.max(inner.width, box.label.length * 6) + 2 * GAP, height: inner.height + head + GAP };
  return {
    ...size,
    put: (x, y, into) => {
      into.push({ ...box, x, y, ...size });
      inner.put(x + GAP, y + head, into);
    },
  };
}

const single = (box: Named, size: Size): Block => ({ ...size, put: (x, y, into) => into.push({ ...box, x, y, ...size }) });

function nodeBlock(fabric: Fabric, node: FabricNode, side: Side, perRow: number): Block {
  const drives = fabric.drivesOf.get(node.id) ?? [];
  const rows = Math.ceil(drives.length / perRow);
  const wide = side === 'clients' ? CLIENT.width : NIC.width + 3 * GAP + perRow * CELL_STEP;
  const size = { width: wide, height: drives.length > 0 ? HEAD + rows * CELL_STEP + 2 : CLIENT.height };
  return {
    ...size,
    put: (x, y, into) => {
      const indent = side === 'clients' ? 6 : NIC.width + 2 * GAP + 1;
      into.push({ kind: 'node', key: `node:${node.id}`, label: node.name, indent, x, y, ...size });
      const step = Math.min(NIC.height + 2, (size.height - 4) / Math.max(1, node.nics.length));
      // NICs face the networks, which are between clients and targets.
      const left = side === 'clients' ? x + size.width - NIC.width - 2 : x + GAP + 1;
      for (const [index, { name }] of node.nics.entries())
        into.push({
          ...{ kind: 'nic', key: nicKey(node.id, name), label: '', indent: 0 },
          ...{ x: left, y: y + 2 + index * step, width: NIC.width, height: Math.max(1, step - 2) },
        });
      for (const [index, { id }] of drives.entries())
        into.push({
          ...{ kind: 'drive', key: `drive:${id}`, label: '', indent: 0, width: CELL, height: CELL },
          x: x + (side === 'clients' ? GAP : NIC.width + 2 * GAP + 1) + (index % perRow) * CELL_STEP,
          y: y + HEAD + Math.floor(index / perRow) * CELL_STEP,
        });
    },
  };
}

export const nicKey = (nodeId: string, name: string): string => `nic:${nodeId}/${name}`;

function sideBlock(fabric: Fabric, side: Side, most: number): Block {
  const most3 = most - 3 * (HEAD + GAP);
  const ofSide = (zone: Zone) => zone.racks.flatMap(({ nodes }) => nodes);
  const mostDrives = Math.max(1, ...fabric.sides[side].flatMap(ofSide).map(({ id }) => fabric.drivesOf.get(id)?.length ?? 0));
  const perRow = side === 'clients' ? 7 : Math.max(6, Math.min(MOST_COLUMNS, mostDrives));
  const rackBlock = ({ key, label, nodes }: Rack) =>
    framed(
      { kind: 'rack', key, label: label ?? '', indent: INDENT },
      columns(
        nodes.map((node) => nodeBlock(fabric, node, side, perRow)),
        most3,
      ),
    );
  const zoneBlock = ({ key, label, racks }: Zone) =>
    framed({ kind: 'zone', key, label: label ?? '', indent: INDENT }, columns(racks.map(rackBlock), most3 + HEAD + GAP));
  const zones = fabric.sides[side];
  const label = side === 'clients' ? 'Clients' : 'Targets';
  return framed({ kind: 'area', key: `area:${side}`, label, indent: INDENT }, columns(zones.map(zoneBlock), most));
}

function volumesBlock({ volumesOfClass }: Fabric, most: number): Block {
  const blocks = volumesOfClass.map(({ id, name, volumes }) =>
    framed(
      { kind: 'class', key: `class:${id}`, label: name, indent: INDENT },
      columns(
        volumes.map((volume) => single({ kind: 'volume', key: `volume:${volume.id}`, label: volume.name, indent: 8 }, VOLUME)),
        most - HEAD - GAP,
      ),
    ),
  );
  return framed({ kind: 'area', key: 'area:volumes', label: 'Volumes', indent: INDENT }, columns(blocks, most));
}

const areas = (fabric: Fabric, most: number) => ({
  volumes: volumesBlock(fabric, most),
  clients: sideBlock(fabric, 'clients', most),
  targets: sideBlock(fabric, 'targets', most),
});

const networksWidth = ({ topology }: Fabric) => topology.storageNetworks.length * (NETWORK_WIDTH + 3 * GAP);
const sizeOf = ({ volumes, clients, targets }: ReturnType<typeof areas>, fabric: Fabric): Size => ({
  width: volumes.width + clients.width + targets.width + networksWidth(fabric) + 3 * AREA_GAP,
  height: Math.max(volumes.height, clients.height, targets.height),
});

/** @param aspect width over height of the display area */
export function layoutOf(fabric: Fabric, aspect = 1.6): Layout {
  const heights = Array.from({ length: 28 }, (_, step) => 90 * 1.16 ** step);
  const misfit = (height: number) => {
    const size = sizeOf(areas(fabric, height), fabric);
    return Math.abs(Math.log(size.width / size.height / aspect));
  };
  const [best] = heights.map((height) => ({ height, misfit: misfit(height) })).sort((a, b) => a.misfit - b.misfit);
  const blocks = areas(fabric, best?.height ?? 90);
  const { width, height } = sizeOf(blocks, fabric);
  const boxes: Box[] = [];
  let x = 0;
  const put = (block: Block) => {
    block.put(x, (height - block.height) / 2, boxes);
    x += block.width + AREA_GAP;
  };
  put(blocks.volumes);
  put(blocks.clients);
  for (const name of fabric.topology.storageNetworks) {
    boxes.push({ kind: 'network', key: `network:${name}`, label: name, indent: 0, x, y: 0, width: NETWORK_WIDTH, height });
    x += NETWORK_WIDTH + 3 * GAP;
  }
  x += AREA_GAP;
  put(blocks.targets);
  return { width, height, boxes, of: new Map(boxes.map((box) => [box.key, box])) };
}

/** Everything that the layout depends on: equal texts give equal layouts. */
export function shapeOf(fabric: Fabric): string {
  const node = ({ id, nics }: FabricNode) =>
    [id, ...nics.map(({ name }) => name), ...(fabric.drivesOf.get(id) ?? []).map((drive) => drive.id)].join(' ');
  const side = (zones: readonly Zone[]) =>
    zones.flatMap(({ key, racks }) => racks.flatMap((rack) => [key, rack.key, ...rack.nodes.map(node)])).join();
  return [
    side(fabric.sides.targets),
    side(fabric.sides.clients),
    fabric.volumesOfClass.flatMap(({ id, name, volumes }) => [id, name, ...volumes.map((volume) => volume.id)]).join(),
    fabric.topology.storageNetworks.join(),
  ].join('\n');
}
