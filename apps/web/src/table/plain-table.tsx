import { useState } from 'react';
import { PointedNumbers } from '../provenance/pointed-numbers.js';
import type { Column } from './columns/column.js';
import styles from './data-table.module.css';
import { useScrollsSideways } from './use-scrolls-sideways.js';

interface Props<T> {
  label: string;
  /** `whole`: never wraps. */
  columns: readonly (Pick<Column<T>, 'name' | 'cell' | 'numeric' | 'wide' | 'told'> & { whole?: boolean })[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

/** Rows that came complete with their object: no sorting by the server, no pages. */
export function PlainTable<T>({ label, columns, rows, rowKey }: Props<T>) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  // A frame that scrolls takes the focus, so that the arrow keys scroll it.
  const scrolling = useScrollsSideways(frame) ? { tabIndex: 0, role: 'region', 'aria-label': label } : {};
  return (
    <div ref={setFrame} className={styles.frame} {...scrolling}>
      <PointedNumbers
        find={({ cellIndex, parentElement }) => {
          // The first row is the header.
          const row = rows[(parentElement as HTMLTableRowElement).rowIndex - 1];
          return (row && columns[cellIndex]?.told?.(row)) ?? null;
        }}
      >
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ name, numeric, wide }) => (
                <th key={name} scope="col" data-numeric={numeric} data-wide={wide}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ name, cell, numeric, wide, whole, told }) => (
                  <td key={name} data-numeric={numeric} data-told={told && ''} data-wide={wide} data-whole={whole}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </PointedNumbers>
    </div>
  );
}
