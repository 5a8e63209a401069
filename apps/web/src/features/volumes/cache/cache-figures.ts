import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.js';
import { serverNow } from '../../../api/server-clock.js';
import type { Volume } from '../../../api/types.js';
import { type LatestValues, latestStatistics } from '../../statistics/latest.js';
import type { CacheFigures } from './cache-words.js';

const HOUR_MS = 3_600_000;
const METRICS = ['cache-read-hits', 'cache-read-misses', 'cache-used', 'cache-demotions'] as const;
type Metric = (typeof METRICS)[number];
type Series = readonly { metric: string; values?: readonly (number | null)[] }[];

/** Over steps of one length rates add up like counts. The newest share of use counts. */
export function figuresOf(series: Series): CacheFigures {
  const known = (metric: Metric): number[] =>
    (series.find((each) => each.metric === metric)?.values ?? []).filter((value): value is number => value !== null);
  const sum = (metric: Metric): number => known(metric).reduce((total, value) => total + value, 0);
  const [hits, misses, dropped] = [sum('cache-read-hits'), sum('cache-read-misses'), known('cache-demotions')];
  return {
    readHitRatio: hits + misses > 0 ? hits / (hits + misses) : null,
    usedRatio: known('cache-used').at(-1) ?? null,
    demotionsPerSecond: dropped.length > 0 ? sum('cache-demotions') / dropped.length : null,
  };
}

/** What the caches of the volume did in the last hour. */
export function useCacheFigures({ id, cache }: Volume): CacheFigures | null {
  // Read again each minute: the query is another one then.
  const minute = Math.floor(serverNow() / 60_000);
  const query = useMemo(
    () => ({
      objects: [`volume:${id}`],
      metrics: [...METRICS],
      from: new Date(minute * 60_000 - HOUR_MS).toISOString(),
      step: 10,
    }),
    [id, minute],
  );
  const { data } = api.useQuery(
    'get',
    '/api/v1/stats/query',
    { params: { query }, querySerializer: { array: { style: 'form', explode: false } } },
    { enabled: cache !== null },
  );
  return useMemo(() => data && figuresOf(data.series), [data]) ?? null;
}

const EVERY_MS = 10_000;

/** Of each leg with a cache, by its id: the shares of the cache that are used, and that its drive lacks. */
export function useCacheShares({ id, legs }: Volume): ReadonlyMap<string, LatestValues> | undefined {
  const legIds = legs.flatMap((leg) => (leg.cache ? [leg.id] : []));
  const { data } = useQuery({
    queryKey: ['cache-shares', id, ...legIds],
    enabled: legIds.length > 0,
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const { of } = await latestStatistics(
        legIds.map((legId) => `leg:${legId}`),
        ['cache-used', 'cache-dirty'],
        signal,
      );
      return new Map(legIds.map((legId) => [legId, of.get(`leg:${legId}`) ?? {}]));
    },
  });
  return data;
}
