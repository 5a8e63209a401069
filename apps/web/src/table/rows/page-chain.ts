import { PAGE_ROWS } from './list-search.js';

/*
 * A list is read by cursor: the start of a page is known only from the page before it.
 * - Visible rows: their pages are read, and only these are kept current.
 * - Rows beyond the known pages: the pages in between are read one after the other.
 * - A page that ends elsewhere because rows came or went: the cursors of all pages after it are dropped.
 */

/** Rows of a list: from `first` up to but not including `end`. */
export interface Span {
  first: number;
  end: number;
}

export interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
  /** Number of rows on all pages. */
  total: number;
}

/** Cursor of each known page; the first page needs none. */
export type Cursors = readonly (string | undefined)[];
export const FIRST_PAGE: Cursors = [undefined];

/** Pages to read now: the visible ones, and the last known page while the visible rows are beyond it. */
export function pagesToRead({ first, end }: Span, known: number): number[] {
  const from = Math.floor(first / PAGE_ROWS);
  const to = Math.max(from, Math.floor((end - 1) / PAGE_ROWS));
  const shown = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((page) => page < known);
  return to >= known && !shown.includes(known - 1) ? [...shown, known - 1] : shown;
}

/** Returns the same object when nothing is new. @param read pages in their order */
export function followed(cursors: Cursors, read: readonly { page: number; data: ListPage<unknown> | undefined }[]): Cursors {
  for (const { page, data } of read) {
    if (!data) continue;
    const next = data.nextCursor ?? undefined;
    if (next === cursors[page + 1]) continue;
    return [...cursors.slice(0, page + 1), ...(next === undefined ? [] : [next])];
  }
  return cursors;
}
