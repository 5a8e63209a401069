import type { Ref } from 'react';
import type { Column } from '../columns/column.js';
import styles from '../columns/rows.module.css';
import type { usePreview } from '../preview/use-preview.js';
import { type Piece, rowHeight } from './row-window.js';
import type { ScrollPace } from './scroll-pace.js';
import { TableRow, walkRows } from './table-row.js';
import type { Rows } from './use-rows.js';
import type { Selection } from './use-selection.js';

interface Props<T> {
  ref: Ref<HTMLTableSectionElement>;
  rows: Rows<T>;
  pieces: readonly Piece[];
  columns: readonly Column<T>[];
  selection: Selection<T>;
  /** Null: rows cannot be selected. */
  onTick: Selection<T>['toggle'] | null;
  nameOf: (row: T) => string;
  /** Index of the row that has the focus, or null. */
  onFocus: (index: number | null) => void;
  pace: ScrollPace;
  preview: Pick<ReturnType<typeof usePreview>, 'index' | 'onClick' | 'onKeyDown'>;
}

export function TableBody<T extends { id: string }>({
  ref,
  rows,
  pieces,
  columns,
  selection,
  onTick,
  nameOf,
  onFocus,
  pace,
  preview,
}: Props<T>) {
  return (
    <tbody
      ref={ref}
      onClick={preview.onClick}
      onKeyDown={(event) => {
        walkRows(event);
        preview.onKeyDown?.(event);
      }}
      onFocus={(event) => onFocus(Number((event.target as HTMLElement).closest('tr')?.dataset['index']))}
      onBlur={() => onFocus(null)}
    >
      {pieces.map((piece) => {
        if ('gap' in piece)
          return (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus; this one is only as high as those that are not there.
            <tr key={`gap before ${piece.before}`} aria-hidden="true">
              <td colSpan={columns.length + (onTick ? 1 : 0)} className={styles.gap} style={{ height: piece.gap * rowHeight() }} />
            </tr>
          );
        const { index } = piece;
        const row = rows.rowAt(index);
        return (
          <TableRow
            key={row?.id ?? index}
            row={row}
            index={index}
            columns={columns}
            isPreviewed={index === preview.index}
            isTicked={row !== undefined && selection.has(row.id)}
            onTick={onTick}
            nameOf={nameOf}
            pace={pace}
          />
        );
      })}
    </tbody>
  );
}
