import { Button } from '@mantine/core';
import styles from './data-table.module.css';
import { PAGE_ROWS } from './list-search.js';

interface Props {
  page: { items: readonly unknown[]; nextCursor: string | null; total: number };
  /** Cursors of the pages up to this one. */
  after: readonly string[];
  onAfter: (after: string[] | undefined) => void;
}

/** Which rows these are, and the way to the others. */
export function Pager({ page: { items, nextCursor, total }, after, onAfter }: Props) {
  const first = after.length * PAGE_ROWS + 1;
  return (
    <div className={styles.pager}>
      <span>{items.length === 0 ? `none of ${total}` : `${first} to ${first + items.length - 1} of ${total}`}</span>
      {after.length > 0 || nextCursor !== null ? (
        <span className="row">
          <Button
            variant="default"
            disabled={after.length === 0}
            onClick={() => onAfter(after.length > 1 ? after.slice(0, -1) : undefined)}
          >
            Previous {PAGE_ROWS}
          </Button>
          <Button variant="default" disabled={nextCursor === null} onClick={() => nextCursor !== null && onAfter([...after, nextCursor])}>
            Next {PAGE_ROWS}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
