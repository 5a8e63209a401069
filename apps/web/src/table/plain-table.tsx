import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface Props<T> {
  label: string;
  columns: readonly { name: string; cell: (row: T) => ReactNode; numeric?: boolean; wide?: boolean }[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

/** Rows that came whole with their object: nothing to sort by the server, no pages. */
export const PlainTable = <T,>({ label, columns, rows, rowKey }: Props<T>) => (
  <div className={styles.frame}>
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
            {columns.map(({ name, cell, numeric, wide }) => (
              <td key={name} data-numeric={numeric} data-wide={wide}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
