import type { MetricName } from '@weft/shared/stats/metrics';
import { client } from '../../api/client.js';
import { serverNow } from '../../api/server-clock.js';

/** Steps are stored some seconds after they end; within this time at least one is. */
const LOOK_BACK_MS = 40_000;
const STEP_SECONDS = 10;
/** Maximum number of objects in one request. */
const AT_ONCE = 200;
const querySerializer = { array: { style: 'form', explode: false } } as const;

export type LatestValues = Partial<Record<MetricName, number | null>>;

export interface Latest {
  /** End of the observation, milliseconds. */
  at: number;
  of: ReadonlyMap<string, LatestValues>;
}

/** The last stored value of each metric of each object; absent: nothing was observed. The requests run one after the other. */
export async function latestStatistics(objects: readonly string[], metrics: readonly MetricName[], signal?: AbortSignal): Promise<Latest> {
  const found = new Map<string, LatestValues>();
  const from = new Date(serverNow() - LOOK_BACK_MS).toISOString();
  let at = 0;
  for (let start = 0; start < objects.length; start += AT_ONCE) {
    const query = { objects: objects.slice(start, start + AT_ONCE), metrics: [...metrics], from, step: STEP_SECONDS };
    const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, ...(signal ? { signal } : {}) });
    if (!data) throw new Error('The server answered without statistics.');
    at = Date.parse(data.to);
    for (const { objects: of, metric, values } of data.series) {
      const object = of[0] ?? '';
      const value = values?.findLast((each) => each !== null);
      if (value != null) found.set(object, { ...found.get(object), [metric]: value });
    }
  }
  return { at, of: found };
}
