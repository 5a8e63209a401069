import { useRef, useState } from 'react';
import type { Rows } from './use-rows.js';

/** No person would read the plan of a larger selection. */
export const MAX_SELECTED = 1000;

export interface Selection<T> {
  /** Selected rows that are in the list, as far as it is known. */
  rows: readonly T[];
  /** Number of selected rows that have left the list: they no longer match its filter, or were deleted. One that comes back is still selected. */
  left: number;
  has: (id: string) => boolean;
  /** Selects or deselects a row; with Shift, all rows from the last changed one. */
  toggle: (row: T, index: number, isRange: boolean) => void;
  set: (rows: readonly T[]) => void;
  clear: () => void;
}

/** Splits the selection into rows in the list and rows that left it; the latter only if the whole list is known. @param total rows of the list */
export function stillIn<T extends { id: string }>(ticked: readonly T[], known: readonly T[], total: number) {
  const newest = new Map(known.map((row) => [row.id, row]));
  const isWhole = newest.size >= total;
  const inList = ticked.flatMap((row) => newest.get(row.id) ?? (isWhole ? [] : [row]));
  return { inList, left: ticked.length - inList.length };
}

/** Selected rows of this list only. Returns the newest known copy of each row, because its possible actions may have changed. */
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
