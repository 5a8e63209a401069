import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.js';
import { latestStatistics } from '../../statistics/latest.js';
import type { Load } from './ranked.js';

/** More would need several requests for names and for values, every few seconds, on every open overview. */
export const MOST_RANKED = 200;
const REREAD_MS = 10_000;
const NAMES_MS = 60_000;

/** Kinds of statistics objects that the overview ranks. */
export type RankedKind = 'volume' | 'client';

async function namesOf(kind: RankedKind, signal: AbortSignal) {
  const query = { limit: MOST_RANKED, sort: 'name' } as const;
  const { data } =
    kind === 'volume'
      ? await client.GET('/api/v1/volumes', { params: { query }, signal })
      : await client.GET('/api/v1/nodes', { params: { query: { ...query, role: 'client' } }, signal });
  if (!data) throw new Error('The server answered without names.');
  return data.items.map(({ id, name }) => ({ id, name }));
}

/** I/O of the first volumes or clients by name, over the last stored seconds. */
export function useLoads(kind: RankedKind) {
  const names = useQuery({
    queryKey: ['load-names', kind],
    staleTime: NAMES_MS,
    refetchInterval: NAMES_MS,
    queryFn: ({ signal }) => namesOf(kind, signal),
  });
  const named = names.data;
  const loads = useQuery({
    queryKey: ['loads', kind, named],
    enabled: named !== undefined,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<{ at: number; loads: Load[] }> => {
      const objects = (named ?? []).map(({ id }) => `${kind}:${id}` as const);
      const { at, of } = await latestStatistics(objects, ['iops', 'latency-p99'], signal);
      const value = (id: string, metric: 'iops' | 'latency-p99') => of.get(`${kind}:${id}`)?.[metric] ?? null;
      return { at, loads: (named ?? []).map((each) => ({ ...each, iops: value(each.id, 'iops'), p99: value(each.id, 'latency-p99') })) };
    },
  });
  return { loads: loads.data, error: names.error ?? loads.error, retry: () => (names.error ? names.refetch() : loads.refetch()) };
}
