import type { QueryClient } from '@tanstack/react-query';
import type { ListPage } from './page-chain.js';
import { asQuery, type PageOf } from './page-request.js';

/** The whole list, page after page, in its current state: for callers that need every row, not only the visible ones. */
export async function* readPages<T>(client: QueryClient, pageOf: PageOf<T>, signal: AbortSignal): AsyncGenerator<ListPage<T>> {
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    // Not cached: it would be thousands of rows that nobody looks at.
    const page: ListPage<T> = await client.fetchQuery({
      ...asQuery(pageOf(cursor)),
      queryKey: pageOf(cursor).queryKey,
      gcTime: 0,
    } as never);
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
