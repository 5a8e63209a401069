import type { MetricName } from '@weft/shared/stats/metrics';
import { client } from '../../api/client.js';
import { serverNow } from '../../api/server-clock.js';
import type { SparkPoint } from '../../ui/gauges/sparkline-path.js';
import type { Observed } from './visible-values.js';

/** Steps are stored some seconds after they end; within this time at least one is. */
const LOOK_BACK_MS = 40_000;
/** Length of the steps that a latest value is the average of. */
export const STEP_SECONDS = 10;
/** Maximum number of objects in one request. */
const AT_ONCE = 200;
const querySerializer = { array: { style: 'form', explode: false } } as const;

export type LatestValues = Partial<Record<MetricName, number | null>>;

export type Latest = Observed<LatestValues>;

/** Reads the metrics of all objects since then, step by step. The requests run one after the other. */
async function* read(objects: readonly string[], metrics: readonly MetricName[], lookBackMs: number, signal?: AbortSignal) {
  const from = new Date(serverNow() - lookBackMs).toISOString();
  for (let start = 0; start < objects.length; start += AT_ONCE) {
    const query = { objects: objects.slice(start, start + AT_ONCE), metrics: [...metrics], from, step: STEP_SECONDS };
    const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, ...(signal ? { signal } : {}) });
    if (!data) throw new Error('The server answered without statistics.');
    yield data;
  }
}

/** The last stored value of each metric of each object; absent: nothing was observed. */
export async function latestStatistics(objects: readonly string[], metrics: readonly MetricName[], signal?: AbortSignal): Promise<Latest> {
  const found = new Map<string, LatestValues>();
  let at = 0;
  for await (const { to, series } of read(objects, metrics, LOOK_BACK_MS, signal)) {
    at = Date.parse(to);
    for (const { objects: of, metric, values } of series) {
      const object = of[0] ?? '';
      const value = values?.findLast((each) => each !== null);
      if (value != null) found.set(object, { ...found.get(object), [metric]: value });
    }
  }
  return { at, of: found };
}

/** Length of the line in a list. */
const TREND_MS = 5 * 60_000;

export interface Trend {
  window: { from: number; to: number };
  points: readonly SparkPoint[];
}

/** What a list shows of one object. */
export interface RowStatistics {
  latest: LatestValues;
  trend?: Trend;
}

/** The last stored values of a list's objects, and the last 5 min of the metric `trend`, which is read once for both. */
export async function rowStatistics(
  objects: readonly string[],
  metrics: readonly MetricName[],
  trend?: MetricName,
): Promise<Observed<RowStatistics>> {
  const figures = await latestStatistics(
    objects,
    metrics.filter((metric) => metric !== trend),
  );
  const of = new Map<string, RowStatistics>([...figures.of].map(([object, latest]) => [object, { latest }]));
  if (trend === undefined) return { at: figures.at, of };
  const trends = await recentTrends(objects, trend);
  for (const [object, line] of trends.of) {
    const latest = figures.of.get(object) ?? {};
    const value = metrics.includes(trend) ? lastValue(line) : null;
    of.set(object, { latest: value === null ? latest : { ...latest, [trend]: value }, trend: line });
  }
  return { at: trends.at, of };
}

/** The last value that is as new as a stored value must be for `latestStatistics`; null: there is none. */
export const lastValue = ({ window, points }: Trend): number | null =>
  points.findLast(({ at, value }) => value !== null && at >= window.to - LOOK_BACK_MS)?.value ?? null;

/** The values of one metric in the last 5 min, by object. */
async function recentTrends(objects: readonly string[], metric: MetricName): Promise<Observed<Trend>> {
  const of = new Map<string, Trend>();
  let at = 0;
  for await (const { from, to, stepSeconds, series } of read(objects, [metric], TREND_MS)) {
    at = Date.parse(to);
    const start = Date.parse(from);
    for (const { objects: ids, values = [] } of series) {
      const points = values.map((value, step) => ({ at: start + step * stepSeconds * 1000, value }));
      of.set(ids[0] ?? '', { window: { from: start, to: at }, points });
    }
  }
  return { at, of };
}
