import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListPage } from './page-chain.js';

/** One request of a list, as `api.queryOptions` builds it. */
export interface PageRequest<T> {
  queryKey: readonly unknown[];
  queryFn: (context: never) => ListPage<T> | Promise<ListPage<T>>;
}
/** Request for the page that begins at a cursor; without a cursor, for the first page. */
export type PageOf<T> = (cursor?: string) => PageRequest<T>;

export const asQuery = <T>(request: PageRequest<T>): UseQueryOptions<ListPage<T>> => request as unknown as UseQueryOptions<ListPage<T>>;
