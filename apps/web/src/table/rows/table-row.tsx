import { type KeyboardEvent, memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import type { Column } from '../columns/column.js';
import styles from '../columns/rows.module.css';
import { PreviewedContext } from '../preview/preview-opener.js';
import type { ScrollPace } from './scroll-pace.js';

interface Props<T> {
  row: T | undefined;
  index: number;
  columns: readonly Column<T>[];
  isTicked: boolean;
  /** The side panel shows it. */
  isPreviewed: boolean;
  /** Null: rows of this list cannot be selected. Must be stable, or every row would be redrawn. */
  onTick: ((row: T, index: number, isRange: boolean) => void) | null;
  nameOf: ((row: T) => string) | null;
  pace: ScrollPace;
}

/** Whether the row shows its late columns: once it does, it keeps them. */
function useIsWhole(pace: ScrollPace): boolean {
  const [isWhole, setWhole] = useState(!pace.isFast);
  useEffect(() => (isWhole ? undefined : pace.onceSlow(() => startTransition(() => setWhole(true)))), [isWhole, pace]);
  return isWhole;
}

/** One row. It is not redrawn while other rows come and go. */
function Row<T>({ row, index, columns, isTicked, isPreviewed, onTick, nameOf, pace }: Props<T>): ReactNode {
  const isWhole = useIsWhole(pace);
  // The first row of a table is its header, and counting starts at 1.
  const place = { 'aria-rowindex': index + 2, 'data-index': index };
  if (!row)
    return (
      <tr {...place} className={styles.row}>
        <td colSpan={columns.length + (onTick ? 1 : 0)} className={`${styles.cell} dimmed`}>
          …
        </td>
      </tr>
    );
  return (
    <tr {...place} className={styles.row} data-previewed={isPreviewed || undefined} aria-selected={onTick ? isTicked : undefined}>
      {onTick ? (
        <td className={styles.cell}>
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Select ${nameOf?.(row)}`}
            checked={isTicked}
            onChange={(event) => onTick(row, index, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
        </td>
      ) : null}
      <PreviewedContext value={isPreviewed}>
        {columns.map(({ name, cell, numeric, told, late }) => {
          const content = late && !isWhole ? null : cell(row);
          return (
            // The whole text of a truncated cell is shown on hover.
            <td
              key={name}
              className={styles.cell}
              data-numeric={numeric}
              data-told={told && ''}
              title={typeof content === 'string' ? content : undefined}
            >
              {content}
            </td>
          );
        })}
      </PreviewedContext>
    </tr>
  );
}

export const TableRow = memo(Row) as typeof Row;

/** Up and down move the focus to the same place in the next row, without passing the other columns. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const cell = (event.target as HTMLElement).closest('td');
  const row = cell?.closest('tr');
  if (step === 0 || !cell || !row) return;
  const next = row.parentElement?.querySelector(`tr[data-index="${Number(row.dataset['index']) + step}"]`);
  const target = next?.children[cell.cellIndex]?.querySelector<HTMLElement>('a, button, input');
  if (!target) return;
  event.preventDefault();
  target.focus();
}
