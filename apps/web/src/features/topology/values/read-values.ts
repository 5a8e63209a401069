import type { MetricName } from '@weft/shared/stats/metrics';
import { client } from '../../../api/client.js';
import { serverNow } from '../../../api/server-clock.js';

const LOOK_BACK_MS = 40_000;
const STEP_SECONDS = 30;
/** Statistics are stored every 30 s; the page reads them again at this interval. */
export const REREAD_MS = 15_000;
/** Maximum number of objects in one request. */
const AT_ONCE = 200;

const querySerializer = { array: { style: 'form', explode: false } } as const;

/** Reports the last stored value of each object and metric that has one. The requests run one after the other. */
export async function readValues(
  objects: readonly string[],
  metrics: MetricName[],
  signal: AbortSignal,
  report: (object: string, metric: MetricName, value: number) => void,
): Promise<void> {
  const from = new Date(serverNow() - LOOK_BACK_MS).toISOString();
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const query = { objects: objects.slice(at, at + AT_ONCE), metrics, from, step: STEP_SECONDS };
    const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, signal });
    for (const {
      objects: [object = ''],
      metric,
      values,
    } of data?.series ?? []) {
      const value = values?.findLast((each) => each !== null);
      if (value != null) report(object, metric, value);
    }
  }
}
