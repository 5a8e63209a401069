import { useRef, useState } from 'react';
import type { Rows } from './use-rows.js';

/** More at once would be no plan that a person reads. */
export const MAX_SELECTED = 1000;

export interface Selection<T> {
  /** Those that are in the list, as far as it is known. */
  rows: readonly T[];
  /** How many were ticked and have left the list since: they fit its filter no more, or are gone. One that comes back is still ticked. */
  left: number;
  has: (id: string) => boolean;
  /** Ticks or unticks a row; with shift, all rows from the one ticked before. */
  toggle: (row: T, index: number, isRange: boolean) => void;
  set: (rows: readonly T[]) => void;
  clear: () => void;
}

/** Of which rows it is known that they left the list: only of a list that is known to its end. @param total rows of the list, shown or not */
export function stillIn<T extends { id: string }>(ticked: readonly T[], known: readonly T[], total: number) {
  const newest = new Map(known.map((row) => [row.id, row]));
  const isWhole = newest.size >= total;
  const inList = ticked.flatMap((row) => newest.get(row.id) ?? (isWhole ? [] : [row]));
  return { inList, left: ticked.length - inList.length };
}

/** Rows that are ticked; those of another list are forgotten. The newest copy of each that is known counts: what can be done to it may have changed. */
export function useSelection<T extends { id: string }>(list: Pick<Rows<T>, 'key' | 'total' | 'rowAt' | 'known'>): Selection<T> {
  const { key, total, rowAt, known } = list;
  const [state, setState] = useState<{ key: string; rows: ReadonlyMap<string, T> }>({ key, rows: new Map() });
  const lastIndex = useRef(0);
  const rows: ReadonlyMap<string, T> = state.key === key ? state.rows : new Map();
  const put = (next: ReadonlyMap<string, T>) => setState({ key, rows: next });
  const { inList, left } = stillIn([...rows.values()], rows.size > 0 ? known() : [], total ?? Number.POSITIVE_INFINITY);
  return {
    rows: inList,
    left,
    has: (id) => rows.has(id),
    toggle: (row, index, isRange) => {
      const next = new Map(rows);
      const [from, to] = isRange ? [Math.min(index, lastIndex.current), Math.max(index, lastIndex.current)] : [index, index];
      const isTicked = rows.has(row.id);
      for (let at = from; at <= to; at++) {
        const each = at === index ? row : rowAt(at);
        if (!each) continue;
        if (isTicked) next.delete(each.id);
        else if (next.size < MAX_SELECTED) next.set(each.id, each);
      }
      lastIndex.current = index;
      put(next);
    },
    set: (all) => put(new Map(all.slice(0, MAX_SELECTED).map((row) => [row.id, row]))),
    clear: () => put(new Map()),
  };
}
