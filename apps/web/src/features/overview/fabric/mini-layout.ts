import type { DriveMap } from '../../../api/types.js';
import { levelOf } from '../../drive-map/measures.js';

/** Nodes up to this number have a line with their name; more of them become one field of cells. */
export const MOST_LINES = 8;
const LARGEST = 14;

export interface Cell {
  x: number;
  y: number;
  /** Level of load; null: no observation. `bad`: the drive does not work. */
  level: number | 'bad' | null;
}
export interface MiniLayout {
  /** Edge of a cell, including the gap to the next. */
  cell: number;
  cells: readonly Cell[];
}

type Drive = DriveMap['drives'][number];
/** States in which a drive serves nothing although it should. */
const BAD: readonly Drive['state'][] = ['missing'];

const levelIn = (drive: Drive): Cell['level'] => (BAD.includes(drive.state) ? 'bad' : levelOf('load', drive));

/** Cells of all drives in the order of the map, as large as fits into the box. @returns positions in px */
export function miniLayout(drives: readonly Drive[], width: number, height: number): MiniLayout {
  let cell = LARGEST;
  while (cell > 2 && Math.ceil(drives.length / Math.max(1, Math.floor(width / cell))) * cell > height) cell -= 0.5;
  const columns = Math.max(1, Math.floor(width / cell));
  return {
    cell,
    cells: drives.map((drive, at) => ({ x: (at % columns) * cell, y: Math.floor(at / columns) * cell, level: levelIn(drive) })),
  };
}

export interface NodeLine {
  id: string;
  name: string;
  levels: readonly Cell['level'][];
}

/** One line for each node, with the levels of its drives; null: too many nodes. */
export function nodeLines({ nodes, drives }: Pick<DriveMap, 'nodes' | 'drives'>): NodeLine[] | null {
  if (nodes.length > MOST_LINES) return null;
  return nodes.map(({ id, name }) => ({ id, name, levels: drives.filter(({ nodeId }) => nodeId === id).map(levelIn) }));
}
