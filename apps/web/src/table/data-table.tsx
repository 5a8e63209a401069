import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
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
import type { RowPreview as RowPreviewOf } from './preview/row-preview.js';
import { usePreview } from './preview/use-preview.js';
import type { PageOf } from './rows/page-request.js';
import { piecesOf, useRowWindow, useTopOfNew } from './rows/row-window.js';
import { ScrollPace } from './rows/scroll-pace.js';
import { SelectAll } from './rows/select-all.js';
import { TableBody } from './rows/table-body.js';
import { type Rows, useRows } from './rows/use-rows.js';
import { type Selection, useSelection } from './rows/use-selection.js';
import { tellWhole } from './truncation-title.js';
import { useIsNarrower } from './use-is-narrower.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useStable } from './use-stable.js';

/** A lazy chunk: loaded with the first preview. */
const RowPreview = lazy(() => import('./preview/row-preview.js').then((module) => ({ default: module.RowPreview }))) as typeof RowPreviewOf;

interface Bulk<T> {
  nameOf: (row: T) => string;
  actions: (rows: readonly T[], clear: () => void) => ReactNode;
}

export interface DataTableProps<T, S extends string> {
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
  bulk?: Bulk<T>;
  /** Names a row in the side panel; without it rows have no preview. */
  preview?: (row: T) => string;
}

const NO_WIDTH = 2.25;

interface BarProps<T> {
  bulk: Bulk<T> | undefined;
  selection: Selection<T>;
  total: number;
}

/** The number of rows; while some are selected, the actions on them. */
function Bar<T>({ bulk, selection: { rows, left, clear }, total }: BarProps<T>) {
  if (!bulk || rows.length + left === 0) return <span>{total.toLocaleString('en')} in all</span>;
  return (
    <section className="row" aria-label="Selected">
      <strong>{rows.length} selected</strong>
      {left > 0 ? <span>{left} more no longer in this list</span> : null}
      {bulk.actions(rows, clear)}
    </section>
  );
}

function ColumnWidths<T>({ columns, hasTicks }: { columns: readonly Column<T>[]; hasTicks: boolean }) {
  return (
    <colgroup>
      {hasTicks ? <col style={{ width: `${NO_WIDTH}rem` }} /> : null}
      {columns.map((column) => (
        <col key={column.name} style={column.wide ? undefined : { width: `${widthOf(column)}rem` }} />
      ))}
    </colgroup>
  );
}

interface PreviewProps<T> {
  previewed: ReturnType<typeof usePreview>;
  rows: Rows<T>;
  nameOf: ((row: T) => string) | undefined;
  columns: readonly Column<T>[];
}

function Preview<T>({ previewed: { index, takesFocus, close }, rows, nameOf, columns }: PreviewProps<T>) {
  const row = index === null ? undefined : rows.rowAt(index);
  return row && nameOf ? (
    <Suspense fallback={null}>
      <RowPreview row={row} nameOf={nameOf} columns={columns} takesFocus={takesFocus} onClose={close} />
    </Suspense>
  ) : null;
}

/** Provenance of the number in a cell of the table. */
function toldOf<T>({ cellIndex, parentElement }: HTMLTableCellElement, rows: Rows<T>, shown: readonly Column<T>[], ticks: number) {
  const row = rows.rowAt(Number(parentElement?.dataset['index']));
  return (row && shown[cellIndex - ticks]?.told?.(row)) ?? null;
}

/** Memoized, as the heads are, so that scrolling redraws only rows. */
function useTools<T extends { id: string }, S extends string>(
  { label, columns, pageOf }: DataTableProps<T, S>,
  shown: readonly Column<T>[],
  isShown: (column: Column<T>) => boolean,
  onToggle: (name: string) => void,
): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown says which columns are chosen.
  return useMemo(
    () => (
      <span className="row">
        <ColumnChoice columns={columns} isShown={isShown} onToggle={onToggle} />
        {columns.some(({ csv }) => csv) ? <CsvExport label={label} columns={columns} pageOf={pageOf} /> : null}
      </span>
    ),
    [columns, shown, onToggle, label, pageOf],
  );
}

/** The whole list, sorted and filtered by the server. Only visible rows are in the document. */
export function DataTable<T extends { id: string }, S extends string>(props: DataTableProps<T, S>) {
  const { label, columns, pageOf, search, defaultSort, onSearch, empty, bulk, preview } = props;
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [pace] = useState(() => new ScrollPace());
  const span = useRowWindow(body, pace);
  const rows = useRows(pageOf, span);
  const previewed = usePreview(preview !== undefined, rows.key);
  const { shown, isShown, toggle } = useColumns(label, columns);
  const selection = useSelection(rows);
  useTopOfNew(rows.key, body);
  useKeptFocus(body, focused, rows.total);
  const tick = useStable(selection.toggle);
  const nameOf = useStable(bulk?.nameOf ?? String);
  const onToggle = useStable(toggle);
  const onSort = useStable((next: string) => onSearch({ sort: next as S }));
  const onFocus = (index: number | null) => {
    setFocused(index);
    previewed.onFocus?.(index);
  };
  const sort = search.sort ?? defaultSort;
  const tools = useTools(props, shown, isShown, onToggle);
  const heads = useMemo(
    () => shown.map((column) => <SortHeader key={column.name} column={column} sort={sort} onSort={onSort} />),
    [shown, sort, onSort],
  );

  const width = shown.reduce((sum, column) => sum + widthOf(column), bulk ? NO_WIDTH : 0);
  const isNarrow = useIsNarrower(frame, width);

  if (rows.total === undefined) return rows.error ? <ProblemView error={rows.error} onRetry={rows.retry} /> : <Empty>Loading…</Empty>;
  const { total } = rows;
  const bar = <Bar bulk={bulk} selection={selection} total={total} />;
  if (total === 0)
    return (
      <>
        <IgnoredFilters search={search} />
        {selection.left > 0 ? <div className={styles.bar}>{bar}</div> : null}
        {empty}
      </>
    );
  return (
    <div ref={setFrame} className={`card ${styles.frame}`} aria-busy={rows.isBusy}>
      <IgnoredFilters search={search} />
      {rows.error ? <ProblemView error={rows.error} onRetry={rows.retry} /> : null}
      <div className={styles.bar}>
        {bar}
        {tools}
      </div>
      <PointedNumbers find={(cell) => toldOf(cell, rows, shown, bulk ? 1 : 0)}>
        <div className={isNarrow ? styles.sideways : undefined}>
          <table
            className={styles.rows}
            onMouseOver={tellWhole}
            onFocus={tellWhole}
            aria-label={label}
            aria-rowcount={total + 1}
            style={{ minWidth: `${width}rem` }}
          >
            <ColumnWidths columns={shown} hasTicks={bulk !== undefined} />
            <thead>
              <tr aria-rowindex={1}>
                {bulk ? <SelectAll selection={selection} total={total} pageOf={pageOf} /> : null}
                {heads}
              </tr>
            </thead>
            <TableBody
              ref={setBody}
              rows={rows}
              pieces={piecesOf(span, total, focused)}
              columns={shown}
              selection={selection}
              onTick={bulk ? tick : null}
              nameOf={nameOf}
              onFocus={onFocus}
              pace={pace}
              preview={previewed}
            />
          </table>
        </div>
      </PointedNumbers>
      <Preview previewed={previewed} rows={rows} nameOf={preview} columns={columns} />
    </div>
  );
}
