import { isId } from '@weft/shared/is-id';

/** Filters of a list: allowed values, or null for any text. */
type FilterSpec = Record<string, readonly string[] | null>;
type FilterValues<F extends FilterSpec> = { [K in keyof F]?: F[K] extends readonly (infer V)[] ? V : string };

/** What the address of a list page holds: how it is sorted and filtered. How far it is scrolled is not in it: rows come and go meanwhile. */
export type ListSearch<S extends string = string, F extends FilterSpec = FilterSpec> = {
  sort?: S | `-${S}`;
} & FilterValues<F>;

/** As many rows as the API gives at most. */
export const PAGE_ROWS = 200;

/** Reads an address: what it cannot mean is left out, never an error. */
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

/** Filters of an address that are to be an id, as `nodeId`, and are none: nothing has such an id, and the API refuses to look for it. */
export const malformedIds = (search: Record<string, unknown>): { filter: string; text: string }[] =>
  Object.entries(search).flatMap(([filter, text]) =>
    filter.endsWith('Id') && typeof text === 'string' && !isId(text) ? [{ filter, text }] : [],
  );

/** The query of one page of the list that an address shows. Ids that are none are left out, and the list says so. */
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
