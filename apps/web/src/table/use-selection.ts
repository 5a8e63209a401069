import { useRef, useState } from 'react';
import type { Rows } from './use-rows.js';

/** More at once would be no plan that a person reads. */
export const MAX_SELECTED = 1000;

export interface Selection<T> {
  rows: readonly T[];
  has: (id: string) => boolean;
  /** Ticks or unticks a row; with shift, all rows from the one ticked before. */
  toggle: (row: T, index: number, isRange: boolean) => void;
  set: (rows: readonly T[]) => void;
  clear: () => void;
}

/** Rows that are ticked; those of another list are forgotten. The newest copy of each that is known counts: what can be done to it may have changed. */
export function useSelection<T extends { id: string }>({ key, rowAt, known }: Pick<Rows<T>, 'key' | 'rowAt' | 'known'>): Selection<T> {
  const [state, setState] = useState<{ key: string; rows: ReadonlyMap<string, T> }>({ key, rows: new Map() });
  const lastIndex = useRef(0);
  const rows: ReadonlyMap<string, T> = state.key === key ? state.rows : new Map();
  const put = (next: ReadonlyMap<string, T>) => setState({ key, rows: next });
  const newest = new Map(rows.size > 0 ? known().map((row) => [row.id, row]) : []);
  return {
    rows: [...rows.values()].map((row) => newest.get(row.id) ?? row),
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
