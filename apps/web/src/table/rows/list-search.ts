import { isId } from '@weft/shared/is-id';

/** Filters of a list: allowed values, or null for any text. */
type FilterSpec = Record<string, readonly string[] | null>;
/** Free text, for lists that can be searched. */
export const TEXT = { search: null } as const;
type FilterValues<F extends FilterSpec> = { [K in keyof F]?: F[K] extends readonly (infer V)[] ? V : string };

/** Search parameters of a list page: sort order and filters. Not the scroll position, because rows come and go. */
export type ListSearch<S extends string = string, F extends FilterSpec = FilterSpec> = {
  sort?: S | `-${S}`;
} & FilterValues<F>;

/** Largest page size of the API. */
export const PAGE_ROWS = 200;

/** Reads the search parameters. Ignores an invalid value instead of failing. */
export const listSearch =
  <const S extends string, const F extends FilterSpec>(sorts: readonly S[], filters: F) =>
  (raw: Record<string, unknown>): ListSearch<S, F> => {
    const { sort } = raw;
    const isSort = typeof sort === 'string' && (sorts as readonly string[]).includes(sort.replace(/^-/, ''));
    const kept = Object.entries(filters).filter(([key, values]) => {
      const value = raw[key];
      return typeof value === 'string' && value !== '' && (values === null || values.includes(value));
    });
    return { ...(isSort ? { sort } : {}), ...Object.fromEntries(kept.map(([key]) => [key, raw[key]])) } as ListSearch<S, F>;
  };

/** Filters of an address that must be an id, such as `nodeId`, but are not. No object has such an id, and the API refuses the request. */
export const malformedIds = (search: Record<string, unknown>): { filter: string; text: string }[] =>
  Object.entries(search).flatMap(([filter, text]) =>
    filter.endsWith('Id') && typeof text === 'string' && !isId(text) ? [{ filter, text }] : [],
  );

/** Query for one page of the list that the address describes. Leaves out malformed ids; the list shows a message about them. */
export const listQuery = <T extends ListSearch<string, Record<never, never>>>(search: T, cursor?: string) => ({
  ...withoutIds(search),
  limit: PAGE_ROWS,
  ...(cursor === undefined ? {} : { cursor }),
});

function withoutIds<T extends object>(search: T): T {
  const kept = { ...search } as T & Record<string, unknown>;
  for (const { filter } of malformedIds(kept)) delete kept[filter];
  return kept;
}
