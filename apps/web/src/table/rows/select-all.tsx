import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../../ui/notices-store.js';
import { useReason } from '../../ui/text/reason.js';
import styles from '../columns/rows.module.css';
import type { PageOf } from './page-request.js';
import { readPages } from './read-pages.js';
import { MAX_SELECTED, type Selection } from './use-selection.js';

interface Props<T> {
  selection: Selection<T>;
  total: number;
  pageOf: PageOf<T>;
}

/** Selects the whole filtered list, including rows never scrolled to; the plan of the action lists them all. */
export function SelectAll<T extends { id: string }>({ selection, total, pageOf }: Props<T>) {
  const client = useQueryClient();
  const { length } = selection.rows;
  const refused = total > MAX_SELECTED ? `At most ${MAX_SELECTED} of these ${total} can be changed at once. Filter the list first.` : null;
  const all = async () => {
    const rows: T[] = [];
    try {
      for await (const { items } of readPages(client, pageOf, new AbortController().signal)) rows.push(...items);
      selection.set(rows);
    } catch (error) {
      notify({ tone: 'error', text: `Selection failed: ${(error as Error).message}` });
    }
  };
  const reason = useReason(refused);
  return (
    <th scope="col" className={`${styles.cell} ${styles.head}`}>
      <input
        {...reason.on}
        type="checkbox"
        className={styles.tick}
        aria-label="Select all"
        aria-disabled={refused !== null && length === 0}
        aria-description={refused ?? undefined}
        ref={(input) => {
          if (input) input.indeterminate = length > 0 && length < total;
        }}
        checked={length > 0 && length >= total}
        onChange={() => {
          if (length > 0) selection.clear();
          else if (refused === null) void all();
        }}
      />
      {reason.shown}
    </th>
  );
}
