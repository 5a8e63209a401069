import { SidePanel } from '../../ui/side-panel.js';
import type { Column } from '../columns/column.js';
import { PREVIEW_ID } from './preview-opener.js';
import styles from './row-preview.module.css';

interface Props<T> {
  row: T;
  nameOf: (row: T) => string;
  /** The first one names the row and links to its page. */
  columns: readonly Column<T>[];
  /** It was opened by keyboard from a button of the row, which gets the focus back. */
  takesFocus: boolean;
  onClose: () => void;
}

/** Every column of one row, hidden ones included, and nothing cut off. */
export function RowPreview<T>({ row, nameOf, columns: [first, ...rest], takesFocus, onClose }: Props<T>) {
  return (
    <SidePanel label={`Preview of ${nameOf(row)}`} title={first?.cell(row)} onClose={onClose} id={PREVIEW_ID} takesFocus={takesFocus}>
      <dl className={styles.facts}>
        {rest.map(({ name, cell, preview = cell }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{preview(row)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> next row <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </SidePanel>
  );
}
