import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveChange } from '@weft/shared/links/console-link';
import { useEffect, useMemo, useRef } from 'react';
import { api } from '../api/client.js';
import { useDebounced } from '../forms/use-debounced.js';
import { changeListeners } from '../live/change-listeners.js';
import { LIST_REFRESH_MS } from '../live/live-updates.js';
import { listQuery } from '../table/rows/list-search.js';
import type { PageOf } from '../table/rows/page-request.js';
import { readPages } from '../table/rows/read-pages.js';

export interface Choice {
  value: string;
  label: string;
}
type Named = { id: string; name: string };

const pagesOf = {
  node: (cursor?: string) => api.queryOptions('get', '/api/v1/nodes', { params: { query: listQuery({ sort: 'name' as const }, cursor) } }),
  'drive-class': (cursor?: string) =>
    api.queryOptions('get', '/api/v1/drive-classes', { params: { query: listQuery({ sort: 'name' as const }, cursor) } }),
};

/** Reads all of them, page after page: a missing one could not be chosen. */
export async function readChoices(client: QueryClient, pageOf: PageOf<Named>, signal: AbortSignal): Promise<Choice[]> {
  const choices: Choice[] = [];
  for await (const { items } of readPages(client, pageOf, signal)) choices.push(...items.map(toChoice));
  return choices;
}

/** All of them if they fit on one page; null: there are more, too many for a list. */
export async function readFewChoices(client: QueryClient, pageOf: PageOf<Named>, signal: AbortSignal): Promise<Choice[] | null> {
  for await (const { items, nextCursor } of readPages(client, pageOf, signal)) return nextCursor === null ? items.map(toChoice) : null;
  return [];
}

const toChoice = ({ id, name }: Named): Choice => ({ value: id, label: name });

/** Whether an object was created or deleted. Names never change, so other changes are no reason to read a thousand nodes again. */
export const isOutdated = (choices: readonly Choice[], wanted: string, changes: readonly LiveChange[]): boolean =>
  changes.some(({ kind, id, deleted }) => kind === wanted && choices.some(({ value }) => value === id) === deleted);

/** @returns undefined: not read yet, or not wanted */
function useNames<C extends Choice[] | null>(
  kind: keyof typeof pagesOf,
  read: (client: QueryClient, pageOf: PageOf<Named>, signal: AbortSignal) => Promise<C>,
  isWanted = true,
): C | undefined {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    queryKey: ['choices', kind, read.name],
    queryFn: ({ signal }) => read(client, pagesOf[kind] as PageOf<Named>, signal),
    enabled: isWanted,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const listen = (changes: readonly LiveChange[]) => {
      if (!data || timer.current !== undefined || !isOutdated(data, kind, changes)) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        refetch();
      }, LIST_REFRESH_MS);
    };
    changeListeners.add(listen);
    return () => void changeListeners.delete(listen);
  }, [data, kind, refetch]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return data;
}

const NONE: readonly Choice[] = [];

/** Drive classes to choose from, by name. */
export const useDriveClassChoices = (): readonly Choice[] => useNames('drive-class', readChoices) ?? NONE;

/** Nodes to choose from, by name. Null: there are too many to list; use `useFoundNodes` to search them. */
export function useNodeChoices(): readonly Choice[] | null {
  const few = useNames('node', readFewChoices);
  return few === undefined ? NONE : few;
}

/** The names of all nodes, however many, while `isWanted`. */
export const useAllNodes = (isWanted: boolean): readonly Choice[] => useNames('node', readChoices, isWanted) ?? NONE;

const SEARCH_MS = 150;

/** Nodes whose names contain a text, from the server's search: a few, names that begin with the text first. */
export function useFoundNodes(text: string): readonly Choice[] {
  const wanted = useDebounced(text.trim(), SEARCH_MS);
  const { data } = api.useQuery('get', '/api/v1/search', { params: { query: { text: wanted } } }, { enabled: wanted !== '' });
  return useMemo(() => (data?.items ?? []).filter(({ kind }) => kind === 'node').map(toChoice), [data]);
}
