import { useMemo, useState } from 'react';
import type { Column } from './column.js';

const storageKey = (label: string) => `weft.hidden-columns.${label}`;

function read<T>(label: string, columns: readonly Column<T>[]): readonly string[] {
  const stored = localStorage.getItem(storageKey(label));
  return stored === null ? columns.filter(({ extra }) => extra).map(({ name }) => name) : stored.split('\n');
}

/**
 * Visible columns of a list. Stored in this browser and not in the address: they depend on the screen and on taste and hide no row, and the recipient
 * of a link should see the list with their own columns.
 */
export function useColumns<T>(label: string, columns: readonly Column<T>[]) {
  const [hidden, setHidden] = useState(() => read(label, columns));
  const isShown = (column: Column<T>) => column.fixed === true || !hidden.includes(column.name);
  // A new array redraws all rows, so it is memoized.
  const shown = useMemo(() => columns.filter(({ fixed, name }) => fixed === true || !hidden.includes(name)), [columns, hidden]);
  const toggle = (name: string) => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name];
    setHidden(next);
    localStorage.setItem(storageKey(label), next.join('\n'));
  };
  return { shown, isShown, toggle };
}
