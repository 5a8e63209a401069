import { hashKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasCode } from '../../api/problem.js';
import { PAGE_ROWS } from './list-search.js';
import { FIRST_PAGE, followed, type ListPage, pagesToRead, type Span } from './page-chain.js';
import { asQuery, type PageOf } from './page-request.js';

export interface Rows<T> {
  /** Key of the list; another list has another key. */
  key: string;
  /** Undefined: not read yet. */
  total: number | undefined;
  /** Undefined: still loading. */
  rowAt: (index: number) => T | undefined;
  /** Every known row, in the order of the list, including pages that were read before and are not visible now. */
  known: () => T[];
  /** The rows still belong to the previous list. */
  isBusy: boolean;
  error: unknown;
  retry: () => void;
}

interface Shown<T> {
  total: number;
  pages: ReadonlyMap<number, ListPage<T>>;
}

/** Rows of a list of any length: reads and keeps current only the pages that `span` touches. */
export function useRows<T>(pageOf: PageOf<T>, span: Span): Rows<T> {
  const client = useQueryClient();
  const key = hashKey(pageOf().queryKey);
  const [chain, setChain] = useState({ key, cursors: FIRST_PAGE });
  const cursors = chain.key === key ? chain.cursors : FIRST_PAGE;
  const read = pagesToRead(span, cursors.length);
  const results = useQueries({ queries: read.map((page) => asQuery(pageOf(cursors[page]))) });
  const before = useRef<Shown<T> | undefined>(undefined);

  const error = results.find((result) => result.error)?.error;
  // The server refuses cursors of a list whose definition has changed: for example, a class has other drives now.
  const isCut = hasCode(error, 'invalid-cursor') && cursors.length > 1;
  useEffect(() => {
    const next = isCut
      ? FIRST_PAGE
      : followed(
          cursors,
          read.map((page, at) => ({ page, data: results[at]?.data })),
        );
    if (next !== chain.cursors || key !== chain.key) setChain({ key, cursors: next });
  });

  const newest = results.reduce<(typeof results)[number] | undefined>(
    (best, each) => (each.data && each.dataUpdatedAt > (best?.dataUpdatedAt ?? 0) ? each : best),
    undefined,
  );
  const shown: Shown<T> | undefined = newest?.data
    ? {
        total: newest.data.total,
        pages: new Map(read.flatMap((page, at) => (results[at]?.data ? [[page, results[at].data] as const] : []))),
      }
    : before.current;
  before.current = shown;

  return {
    key,
    total: shown?.total,
    rowAt: (index) => {
      const page = Math.floor(index / PAGE_ROWS);
      const cursor = cursors[page];
      const known =
        shown?.pages.get(page) ?? (page < cursors.length ? client.getQueryData<ListPage<T>>(pageOf(cursor).queryKey) : undefined);
      return known?.items[index % PAGE_ROWS];
    },
    known: () => cursors.flatMap((cursor) => client.getQueryData<ListPage<T>>(pageOf(cursor).queryKey)?.items ?? []),
    isBusy: shown !== undefined && newest === undefined,
    error: isCut ? null : error,
    retry: () => {
      for (const result of results) if (result.error) result.refetch();
    },
  };
}
