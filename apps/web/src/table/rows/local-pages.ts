import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PAGE_ROWS } from './list-search.js';
import type { PageOf } from './page-request.js';

/** Complete rows as a paged list for a table. @param key of the list: it changes with sort order and filters, not with newer rows */
export function useLocalPages<T>(key: readonly unknown[], rows: readonly T[]): PageOf<T> {
  const client = useQueryClient();
  const newest = useRef(rows);
  newest.current = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array each time, and another list is read by itself.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['local', ...key] });
  }, [client, rows]);
  return (cursor) => ({
    queryKey: ['local', ...key, cursor ?? ''],
    queryFn: async () => {
      const from = Number(cursor ?? 0);
      const end = from + PAGE_ROWS;
      return {
        items: newest.current.slice(from, end),
        nextCursor: end < newest.current.length ? String(end) : null,
        total: newest.current.length,
      };
    },
  });
}
