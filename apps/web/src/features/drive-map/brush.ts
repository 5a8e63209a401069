import type { DriveMap, MappedDrive } from '../../api/types.js';
import type { MapSearch, MeasureName } from './map-search.js';
import { levelOf, measureOf } from './measures.js';

/** One row of the table below the map. */
export interface MapRow extends MappedDrive {
  node: DriveMap['nodes'][number];
  /** End of the observation. */
  at: string;
}

export function rowsOf({ nodes, drives, to }: DriveMap): MapRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return drives.flatMap((drive) => {
    const node = byId.get(drive.nodeId);
    return node ? [{ ...drive, node, at: to }] : [];
  });
}

/** Positions of the first and last brushed drive; null: no brush, so all drives count. A deleted drive brushes nothing. */
export function brushedRange(rows: readonly MapRow[], { first, last }: MapSearch): [number, number] | null {
  if (first === undefined || last === undefined) return null;
  const [from, to] = [rows.findIndex(({ id }) => id === first), rows.findIndex(({ id }) => id === last)];
  return from < 0 || to < 0 ? null : [Math.min(from, to), Math.max(from, to)];
}

/** Whether each drive is in the brush: by its position and by its value. */
export function brushed(rows: readonly MapRow[], search: MapSearch, by: MeasureName): boolean[] {
  const range = brushedRange(rows, search);
  return rows.map((row, at) => {
    if (range && (at < range[0] || at > range[1])) return false;
    if (search.from === undefined || search.to === undefined) return true;
    const level = levelOf(by, row);
    return level !== null && level >= search.from && level <= search.to;
  });
}

const texts = new Intl.Collator('en', { numeric: true });

/** @param sort a field of the table, `-field` for descending; drives without a value always come last */
export function sorted(rows: readonly MapRow[], sort: string | undefined): MapRow[] {
  if (sort === undefined) return [...rows];
  const field = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  if (field === 'serial') return [...rows].sort((a, b) => direction * texts.compare(a.serial, b.serial));
  if (field === 'node') return [...rows].sort((a, b) => direction * texts.compare(a.node.name, b.node.name));
  const { value } = measureOf(field as MeasureName) ?? {};
  if (!value) return [...rows];
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return direction * (x - y);
  });
}
