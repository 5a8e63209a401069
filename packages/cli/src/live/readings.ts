import type { Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Run } from '../run/run.js';

/** A query has at most so many objects (docs/observability.md). */
const MOST_OBJECTS = 200;
/** Points of 10 s are stored some seconds after they end: the newest one of this time counts. */
const WINDOW_MS = 60_000;

type Answer<Id extends keyof typeof endpoints> = Response<(typeof endpoints)[Id]>;
type Latest = (object: string, metric: string) => number | null | undefined;

/** What one screen of `top` shows. */
export interface Readings {
  overview: Pick<Answer<'overview'>, 'at' | 'counts'>;
  volumes: Answer<'listVolumes'>['items'];
  nodes: Answer<'listNodes'>['items'];
  /** Undefined: the caller may not read it. */
  map: Answer<'driveMap'> | undefined;
  latest: Latest;
}

export async function readingsOf(run: Run): Promise<Readings> {
  const { client } = run;
  const [overview, { items: volumes }, { items: nodes }, map] = await Promise.all([
    client.call('overview'),
    client.call('listVolumes', { query: { limit: MOST_OBJECTS } }),
    client.call('listNodes', { query: { limit: MOST_OBJECTS } }),
    client.call('driveMap').catch(() => undefined),
  ]);
  const [io, cpu] = await Promise.all([
    latestOf(
      run,
      volumes.map(({ id }) => `volume:${id}`),
      ['iops', 'throughput', 'latency-p99'],
    ),
    latestOf(
      run,
      nodes.map(({ id }) => `node:${id}`),
      ['cpu-busy', 'target-tax'],
    ),
  ]);
  return { overview, volumes, nodes, map, latest: (object, metric) => io(object, metric) ?? cpu(object, metric) };
}

/** The newest value of each object and metric. Without objects, none. */
async function latestOf(run: Run, objects: readonly string[], metrics: readonly string[]): Promise<Latest> {
  if (objects.length === 0) return () => undefined;
  const from = new Date(Date.now() - WINDOW_MS).toISOString();
  const query = { objects: objects.slice(0, MOST_OBJECTS).join(','), metrics: metrics.join(','), from, step: 10 };
  const { series } = await run.client.call('queryStatistics', { query });
  const values = new Map(series.map((each) => [`${each.objects[0]} ${each.metric}`, each.values?.findLast((value) => value !== null)]));
  return (object, metric) => values.get(`${object} ${metric}`);
}
