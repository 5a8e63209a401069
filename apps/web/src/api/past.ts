import { createContext, useContext } from 'react';

/** The moment whose state the page shows, ISO 8601; null: now. */
export const PastContext = createContext<string | null>(null);
export const usePast = (): string | null => useContext(PastContext);

/** Why nothing can be changed on a page that shows the past. */
export const PAST_REFUSAL = 'You see the cluster as it was. Return to now to change it.';

/** Reads that the server answers as of a moment, with the query `at`. */
const asOfPaths: ReadonlySet<unknown> = new Set(
  ['nodes', 'drives', 'volumes', 'attachments', 'drive-classes', 'alerts']
    .flatMap((noun) => [`/api/v1/${noun}`, `/api/v1/${noun}/{id}`])
    .concat(['silences', 'notes', 'overview', 'topology'].map((path) => `/api/v1/${path}`)),
);
/** Reads of records that have times of their own, and of settings. */
const timelessPaths: ReadonlySet<unknown> = new Set(
  ['events', 'jobs', 'audit', 'settings', 'stats/query'].map((path) => `/api/v1/${path}`),
);

type Init = { params?: { query?: object } } | undefined;

/**
 * The key of a read as of a moment, by the keys of openapi-react-query.
 * @throws Error if the read is not recorded
 */
export function pastKey(key: readonly unknown[], at: string): readonly unknown[] {
  const [method, path, init] = key as [unknown, unknown, Init];
  if (method !== 'get' || timelessPaths.has(path)) return key;
  if (!asOfPaths.has(path)) throw new Error('This is not recorded: pages show it for now only.');
  return [method, path, { ...init, params: { ...init?.params, query: { ...init?.params?.query, at } } }];
}
