import type { MapRow } from './brush.js';

export interface Block {
  /** Null: same rack as the previous block. */
  rack: string | null;
  node: string;
  x: number;
  y: number;
  /** Width of each label, px: the next label begins there. */
  room: { rack: number; node: number };
}
export interface MapLayout {
  /** Edge of a cell, including the gap to the next. */
  cell: number;
  height: number;
  blocks: readonly Block[];
  /** Top left corner of each drive's cell. */
  cells: readonly { x: number; y: number }[];
}

const COLUMNS = 8;
export const LABELS = 26;
const APART = 10;
/** Gap between two labels. */
const LABEL_GAP = 6;
const LARGEST = 20;
const SMALLEST = 6;

/**
 * Makes cells as large as possible while all fit on the screen. Nodes stand side by side in the order of the map, with drives in rows of eight.
 * @param rows by node
 */
export function mapLayout(rows: readonly MapRow[], width: number, height: number): MapLayout {
  for (let cell = LARGEST; cell > SMALLEST; cell--) {
    const layout = withCell(rows, width, cell);
    if (layout.height <= height) return layout;
  }
  return withCell(rows, width, SMALLEST);
}

function withCell(rows: readonly MapRow[], width: number, cell: number): MapLayout {
  const blocks: Omit<Block, 'room'>[] = [];
  const cells: { x: number; y: number }[] = [];
  const wide = Math.max(COLUMNS * cell, 64) + APART;
  let [x, y, lineHeight, inNode] = [0, 0, 0, 0];
  rows.forEach((row, at) => {
    const before = rows[at - 1];
    if (before?.nodeId !== row.nodeId) {
      if (before) x += wide;
      if (x > 0 && x + wide - APART > width) {
        x = 0;
        y += lineHeight + APART;
        lineHeight = 0;
      }
      inNode = 0;
      const isNewRack = x === 0 || before?.node.rack !== row.node.rack || before?.node.zone !== row.node.zone;
      const rack = [row.node.zone, row.node.rack].filter((each) => each !== null).join(' / ');
      blocks.push({ rack: isNewRack && rack !== '' ? rack : null, node: row.node.name, x, y });
    }
    cells.push({ x: x + (inNode % COLUMNS) * cell, y: y + LABELS + Math.floor(inNode / COLUMNS) * cell });
    inNode += 1;
    lineHeight = Math.max(lineHeight, LABELS + Math.ceil(inNode / COLUMNS) * cell);
  });
  const room = { node: wide - LABEL_GAP };
  const told = blocks.map((block, at): Block => {
    const next = blocks.slice(at + 1).find((each) => each.rack !== null || each.y !== block.y);
    const end = next?.y === block.y ? next.x : width + LABEL_GAP;
    return { ...block, room: { ...room, rack: end - block.x - LABEL_GAP } };
  });
  return { cell, height: y + lineHeight, blocks: told, cells };
}

/** The drive at a point; null: none. */
export function driveAt({ cell, cells }: MapLayout, x: number, y: number): number | null {
  const found = cells.findIndex((each) => x >= each.x && x < each.x + cell && y >= each.y && y < each.y + cell);
  return found < 0 ? null : found;
}
