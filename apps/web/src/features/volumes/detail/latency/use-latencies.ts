import { useQuery } from '@tanstack/react-query';
import { client } from '../../../../api/client.js';
import { apiRequest } from '../../../../api/curl.js';
import { serverNow } from '../../../../api/server-clock.js';
import type { Volume } from '../../../../api/types.js';
import { type Mean, meanOf } from './latency-shares.js';

/** The window ends this far back, so that every node's step in it is stored. */
const SETTLED_MS = 20_000;
const SPAN_MS = 60_000;
const REREAD_MS = 10_000;
const querySerializer = { array: { style: 'form', explode: false } } as const;

export interface Latencies {
  /** Means by object: `volume:<id>`, `leg:<id>`. */
  of: ReadonlyMap<string, Mean | null>;
  /** The same of reads and of writes alone; null also if the object's agent does not report them. */
  reads: ReadonlyMap<string, Mean | null>;
  writes: ReadonlyMap<string, Mean | null>;
  from: string;
  to: string;
}

/** Number of I/O, and their average latency. */
const PAIRS = {
  of: ['iops', 'latency-average'],
  reads: ['read-iops', 'read-latency-average'],
  writes: ['write-iops', 'write-latency-average'],
} as const;
const METRICS = Object.values(PAIRS).flat();
export const latencyQuery = (objects: readonly string[], from: string, to: string) =>
  apiRequest('get', '/api/v1/stats/query', { params: { query: { objects: [...objects], metrics: [...METRICS], from, to, step: 10 } } });

/** Means of a volume and of all its legs over the same minute. */
export function useLatencies({ id, legs }: Pick<Volume, 'id' | 'legs'>, wanted: boolean) {
  const objects = [`volume:${id}`, ...legs.map((leg) => `leg:${leg.id}`)];
  return useQuery({
    queryKey: ['latencies', objects],
    enabled: wanted,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<Latencies> => {
      const end = Math.floor((serverNow() - SETTLED_MS) / 10_000) * 10_000;
      const [from, to] = [new Date(end - SPAN_MS).toISOString(), new Date(end).toISOString()];
      const { init } = latencyQuery(objects, from, to);
      const { data } = await client.GET('/api/v1/stats/query', { ...init, querySerializer, signal });
      if (!data) throw new Error('The server answered without statistics.');
      const values = (object: string, metric: (typeof METRICS)[number]) =>
        data.series.find((series) => series.metric === metric && series.objects.includes(object))?.values ?? [];
      const means = ([count, average]: (typeof PAIRS)[keyof typeof PAIRS]) =>
        new Map(objects.map((object) => [object, meanOf(values(object, count), values(object, average))]));
      return { of: means(PAIRS.of), reads: means(PAIRS.reads), writes: means(PAIRS.writes), from, to };
    },
  });
}
