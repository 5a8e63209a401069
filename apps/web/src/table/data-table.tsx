import type { ReactNode } from 'react';
import { Empty } from '../ui/message.js';
import { ProblemView } from '../ui/problem-view.js';
import styles from './data-table.module.css';
import { Pager } from './pager.js';
import { SortHeader } from './sort-header.js';

export interface Column<T> {
  name: string;
  cell: (row: T) => ReactNode;
  /** The server's name of the field, if it sorts by it. */
  sort?: string;
  numeric?: boolean;
  /** Takes what the others leave. */
  wide?: boolean;
}

interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
  total: number;
}

interface Props<T, S extends string> {
  label: string;
  columns: readonly Column<T>[];
  page: { data: Page<T> | undefined; error: unknown; refetch: () => unknown; isPlaceholderData: boolean };
  search: { sort?: S; after?: string[] };
  defaultSort: string;
  onSearch: (change: { sort?: S | undefined; after?: string[] | undefined }) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

/** A list as the server sorts, filters and cuts it. */
export function DataTable<T extends { id: string }, S extends string>({
  label,
  columns,
  page,
  search,
  defaultSort,
  onSearch,
  empty,
}: Props<T, S>) {
  if (!page.data) return page.error ? <ProblemView error={page.error} onRetry={() => page.refetch()} /> : <Empty>Loading…</Empty>;
  const { items } = page.data;
  if (items.length === 0 && !search.after) return <>{empty}</>;
  const sort = search.sort ?? defaultSort;
  return (
    <div className={styles.frame} aria-busy={page.isPlaceholderData}>
      {page.error ? <ProblemView error={page.error} onRetry={() => page.refetch()} /> : null}
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column.name}
                column={column}
                sort={sort}
                onSort={(next) => onSearch({ sort: next as S, after: undefined })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr key={row.id}>
              {columns.map(({ name, cell, numeric, wide }) => (
                <td key={name} data-numeric={numeric} data-wide={wide}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page.data} after={search.after ?? []} onAfter={(after) => onSearch({ after })} />
    </div>
  );
}
