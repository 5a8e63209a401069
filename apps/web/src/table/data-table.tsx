import { type ReactNode, useMemo, useState } from 'react';
import { PointedNumbers } from '../provenance/pointed-numbers.js';
import { ProblemView } from '../ui/problem-view.js';
import { Empty } from '../ui/text/message.js';
import { type Column, widthOf } from './columns/column.js';
import { ColumnChoice } from './columns/column-choice.js';
import styles from './columns/rows.module.css';
import { SortHeader } from './columns/sort-header.js';
import { useColumns } from './columns/use-columns.js';
import { CsvExport } from './csv-export.js';
import { IgnoredFilters } from './ignored-filters.js';
import { piecesOf, rowHeight, useRowWindow, useTopOfNew } from './rows/row-window.js';
import { SelectAll } from './rows/select-all.js';
import { TableRow, walkRows } from './rows/table-row.js';
import { type PageOf, useRows } from './rows/use-rows.js';
import { useSelection } from './rows/use-selection.js';
import { tellWhole } from './truncation-title.js';
import { useIsNarrower } from './use-is-narrower.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useStable } from './use-stable.js';

interface Props<T, S extends string> {
  /** The listed objects, in the plural. */
  label: string;
  columns: readonly Column<T>[];
  pageOf: PageOf<T>;
  search: { sort?: S };
  defaultSort: string;
  onSearch: (change: { sort?: S | undefined }) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Actions on selected rows; without it rows cannot be selected. */
  bulk?: { nameOf: (row: T) => string; actions: (rows: readonly T[], clear: () => void) => ReactNode };
}

const NO_WIDTH = 2.25;

/** The whole list, sorted and filtered by the server. Only visible rows are in the document. */
export function DataTable<T extends { id: string }, S extends string>(props: Props<T, S>) {
  const { label, columns, pageOf, search, defaultSort, onSearch, empty, bulk } = props;
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const span = useRowWindow(body);
  const rows = useRows(pageOf, span);
  const { shown, isShown, toggle } = useColumns(label, columns);
  const selection = useSelection(rows);
  useTopOfNew(rows.key, body);
  useKeptFocus(body, focused, rows.total);
  const tick = useStable(selection.toggle);
  const nameOf = useStable(bulk?.nameOf ?? String);
  const onToggle = useStable(toggle);
  const onSort = useStable((next: string) => onSearch({ sort: next as S }));
  const sort = search.sort ?? defaultSort;
  // Both are memoized, so that scrolling redraws only rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown says which columns are chosen.
  const tools = useMemo(
    () => (
      <span className="row">
        <ColumnChoice columns={columns} isShown={isShown} onToggle={onToggle} />
        {columns.some(({ csv }) => csv) ? <CsvExport label={label} columns={columns} pageOf={pageOf} /> : null}
      </span>
    ),
    [columns, shown, onToggle, label, pageOf],
  );
  const heads = useMemo(
    () => shown.map((column) => <SortHeader key={column.name} column={column} sort={sort} onSort={onSort} />),
    [shown, sort, onSort],
  );

  const width = shown.reduce((sum, column) => sum + widthOf(column), bulk ? NO_WIDTH : 0);
  const isNarrow = useIsNarrower(frame, width);

  if (rows.total === undefined) return rows.error ? <ProblemView error={rows.error} onRetry={rows.retry} /> : <Empty>Loading…</Empty>;
  const { total } = rows;
  const bar =
    bulk && selection.rows.length + selection.left > 0 ? (
      <section className="row" aria-label="Selected">
        <strong>{selection.rows.length} selected</strong>
        {selection.left > 0 ? <span>{selection.left} more no longer in this list</span> : null}
        {bulk.actions(selection.rows, selection.clear)}
      </section>
    ) : (
      <span>{total.toLocaleString('en')} in all</span>
    );
  if (total === 0)
    return (
      <>
        <IgnoredFilters search={search} />
        {selection.left > 0 ? <div className={styles.bar}>{bar}</div> : null}
        {empty}
      </>
    );
  return (
    <div ref={setFrame} className={styles.frame} aria-busy={rows.isBusy}>
      <IgnoredFilters search={search} />
      {rows.error ? <ProblemView error={rows.error} onRetry={rows.retry} /> : null}
      <div className={styles.bar}>
        {bar}
        {tools}
      </div>
      <PointedNumbers
        find={({ cellIndex, parentElement }) => {
          const row = rows.rowAt(Number(parentElement?.dataset['index']));
          return (row && shown[cellIndex - (bulk ? 1 : 0)]?.told?.(row)) ?? null;
        }}
      >
        <div className={isNarrow ? styles.sideways : undefined}>
          <table
            className={styles.rows}
            onMouseOver={tellWhole}
            onFocus={tellWhole}
            aria-label={label}
            aria-rowcount={total + 1}
            style={{ minWidth: `${width}rem` }}
          >
            <colgroup>
              {bulk ? <col style={{ width: `${NO_WIDTH}rem` }} /> : null}
              {shown.map((column) => (
                <col key={column.name} style={column.wide ? undefined : { width: `${widthOf(column)}rem` }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {bulk ? <SelectAll selection={selection} total={total} pageOf={pageOf} /> : null}
                {heads}
              </tr>
            </thead>
            <tbody
              ref={setBody}
              onKeyDown={walkRows}
              onFocus={(event) => setFocused(Number((event.target as HTMLElement).closest('tr')?.dataset['index']))}
              onBlur={() => setFocused(null)}
            >
              {piecesOf(span, total, focused).map((piece) => {
                if ('gap' in piece)
                  return (
                    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus; this one is only as high as those that are not there.
                    <tr key={`gap before ${piece.before}`} aria-hidden="true">
                      <td colSpan={shown.length + (bulk ? 1 : 0)} className={styles.gap} style={{ height: piece.gap * rowHeight() }} />
                    </tr>
                  );
                const { index } = piece;
                const row = rows.rowAt(index);
                return (
                  <TableRow
                    key={row?.id ?? index}
                    row={row}
                    index={index}
                    columns={shown}
                    isTicked={row !== undefined && selection.has(row.id)}
                    onTick={bulk ? tick : null}
                    nameOf={nameOf}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      </PointedNumbers>
    </div>
  );
}
