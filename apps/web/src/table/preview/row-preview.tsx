import { SidePanel } from '../../ui/side-panel.js';
import type { Column } from '../columns/column.js';
import styles from './row-preview.module.css';

interface Props<T> {
  row: T;
  nameOf: (row: T) => string;
  /** The first one names the row and links to its page. */
  columns: readonly Column<T>[];
  onClose: () => void;
}

/** Every column of one row, hidden ones included, and nothing cut off. */
export function RowPreview<T>({ row, nameOf, columns: [first, ...rest], onClose }: Props<T>) {
  return (
    <SidePanel label={`Preview of ${nameOf(row)}`} title={first?.cell(row)} onClose={onClose}>
      <dl className={styles.facts}>
        {rest.map(({ name, cell }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> next row <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </SidePanel>
  );
}
