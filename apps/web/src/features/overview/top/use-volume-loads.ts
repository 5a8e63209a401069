import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.js';
import { latestStatistics } from '../../statistics/latest.js';
import type { VolumeLoad } from './ranked.js';

/** More would need several requests for names and for values, every few seconds, on every open overview. */
export const MOST_RANKED = 200;
const REREAD_MS = 10_000;
const NAMES_MS = 60_000;

/** I/O of the first volumes by name, over the last stored seconds. */
export function useVolumeLoads() {
  const names = useQuery({
    queryKey: ['volume-names'],
    staleTime: NAMES_MS,
    refetchInterval: NAMES_MS,
    queryFn: async ({ signal }) => {
      const { data } = await client.GET('/api/v1/volumes', { params: { query: { limit: MOST_RANKED, sort: 'name' } }, signal });
      if (!data) throw new Error('The server answered without volumes.');
      return data.items.map(({ id, name }) => ({ id, name }));
    },
  });
  const volumes = names.data;
  const loads = useQuery({
    queryKey: ['volume-loads', volumes],
    enabled: volumes !== undefined,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<{ at: number; loads: VolumeLoad[] }> => {
      const objects = (volumes ?? []).map(({ id }) => `volume:${id}` as const);
      const { at, of } = await latestStatistics(objects, ['iops', 'latency-p99'], signal);
      const value = (id: string, metric: 'iops' | 'latency-p99') => of.get(`volume:${id}`)?.[metric] ?? null;
      return { at, loads: (volumes ?? []).map((each) => ({ ...each, iops: value(each.id, 'iops'), p99: value(each.id, 'latency-p99') })) };
    },
  });
  return { loads: loads.data, error: names.error ?? loads.error, retry: () => (names.error ? names.refetch() : loads.refetch()) };
}
