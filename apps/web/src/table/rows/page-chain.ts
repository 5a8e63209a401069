import { PAGE_ROWS } from './list-search.js';

/*
 * A list is read by cursor: where a page begins is known only from the page before it.
 * given rows that are shown, then their pages are read, and only theirs are kept current
 * given rows beyond what is known, then the pages on the way are read one after the other
 * given a page that ends elsewhere now, because rows came or went, then what was known of the pages after it is forgotten
 */

/** Rows of a list: from `first` to before `end`. */
export interface Span {
  first: number;
  end: number;
}

export interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
  /** Of all pages. */
  total: number;
}

/** Where each page begins, as far as that is known; the first needs no cursor. */
export type Cursors = readonly (string | undefined)[];
export const FIRST_PAGE: Cursors = [undefined];

/** Pages to read now: those that are shown, and the last known one while they are beyond it. */
export function pagesToRead({ first, end }: Span, known: number): number[] {
  const from = Math.floor(first / PAGE_ROWS);
  const to = Math.max(from, Math.floor((end - 1) / PAGE_ROWS));
  const shown = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((page) => page < known);
  return to >= known && !shown.includes(known - 1) ? [...shown, known - 1] : shown;
}

/** The same object when nothing is new. @param read pages in their order */
export function followed(cursors: Cursors, read: readonly { page: number; data: ListPage<unknown> | undefined }[]): Cursors {
  for (const { page, data } of read) {
    if (!data) continue;
    const next = data.nextCursor ?? undefined;
    if (next === cursors[page + 1]) continue;
    return [...cursors.slice(0, page + 1), ...(next === undefined ? [] : [next])];
  }
  return cursors;
}
