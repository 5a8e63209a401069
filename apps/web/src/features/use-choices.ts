import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveChange } from '@weft/shared/messages/console-link';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.js';
import { changeListeners } from '../live/change-listeners.js';
import { LIST_REFRESH_MS } from '../live/live-updates.js';
import { listQuery } from '../table/list-search.js';
import { readPages } from '../table/read-pages.js';
import type { PageOf } from '../table/use-rows.js';

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

/** All of them, page after page: what is not among the choices could not be chosen. */
export async function readChoices(client: QueryClient, pageOf: PageOf<Named>, signal: AbortSignal): Promise<Choice[]> {
  const choices: Choice[] = [];
  for await (const { items } of readPages(client, pageOf, signal))
    choices.push(...items.map(({ id, name }) => ({ value: id, label: name })));
  return choices;
}

/** Whether something came or went. Names never change: what else becomes of a node is no reason to read a thousand of them again. */
export const isOutdated = (choices: readonly Choice[], wanted: string, changes: readonly LiveChange[]): boolean =>
  changes.some(({ kind, id, deleted }) => kind === wanted && choices.some(({ value }) => value === id) === deleted);

function useNames(kind: keyof typeof pagesOf): readonly Choice[] {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    queryKey: ['choices', kind],
    queryFn: ({ signal }) => readChoices(client, pagesOf[kind] as PageOf<Named>, signal),
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
  return data ?? [];
}

/** Nodes and drive classes to choose from, by name. */
export const useChoices = () => ({ nodes: useNames('node'), driveClasses: useNames('drive-class') });
