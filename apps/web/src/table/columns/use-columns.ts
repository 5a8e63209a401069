import { useMemo, useState } from 'react';
import type { Column } from './column.js';

const storageKey = (label: string) => `weft.hidden-columns.${label}`;

function read(label: string): readonly string[] {
  const stored = localStorage.getItem(storageKey(label));
  return stored === null ? [] : stored.split('\n');
}

/**
 * Which columns of a list are shown. Kept in this browser and not in the address: it is a matter of one's screen and taste, hides no row, and whoever
 * is sent a link should see the list as they are used to.
 */
export function useColumns<T>(label: string, columns: readonly Column<T>[]) {
  const [hidden, setHidden] = useState(() => read(label));
  const isShown = (column: Column<T>) => column.fixed === true || !hidden.includes(column.name);
  // Rows are drawn anew when it is another list.
  const shown = useMemo(() => columns.filter(({ fixed, name }) => fixed === true || !hidden.includes(name)), [columns, hidden]);
  const toggle = (name: string) => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name];
    setHidden(next);
    if (next.length === 0) localStorage.removeItem(storageKey(label));
    else localStorage.setItem(storageKey(label), next.join('\n'));
  };
  return { shown, isShown, toggle };
}
