/** Histograms of reads and of writes alone from the agent's /metrics, and the agent's setting that collects them. */
import { EXPORTED_LATENCY_BOUNDS_SECONDS } from '@weft/shared/stats/exported/latency-bounds';
import { until } from '../../support/api-client.js';
import type { ManagedCluster } from '../fabric/managed-cluster.js';
import type { Machine } from '../machines/machine.js';
import { type Series, scrapedIfReady } from './agent-metrics.js';

/** Counts at or under each exported bound, and last of all I/O. */
export type Cumulative = readonly number[];
export interface Directions {
  read: Cumulative;
  write: Cumulative;
  /** Of dm-stats, in the same scrape. */
  both: Cumulative;
}

export async function collectByDirection(cluster: ManagedCluster, machine: Machine): Promise<void> {
  const path = '/etc/weft/agent.json';
  const config = JSON.parse((await machine.readFile(path)).toString('utf8')) as object;
  await machine.writeFile(path, JSON.stringify({ ...config, latencyByDirection: true }), 0o600);
  await cluster.killAgent(machine);
  await cluster.startAgent(machine);
}

/** Returns undefined when the agent serves no such histogram now. */
export function parseDirections(text: string, { prefix, label }: Series): Directions | undefined {
  const of = (name: string, more: string): Cumulative =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${prefix}_${name}_bucket{`) && line.includes(label) && line.includes(more))
      .map((line) => Number(line.split(' ').at(-1)));
  const name = 'io_latency_by_direction_seconds';
  const found = {
    read: of(name, 'direction="read"'),
    write: of(name, 'direction="write"'),
    both: of('io_latency_seconds', ''),
  };
  return Object.values(found).every(({ length }) => length === EXPORTED_LATENCY_BOUNDS_SECONDS.length + 1) ? found : undefined;
}

/** Waits until the agent serves them. */
export const directionsOf = (machine: Machine, series: Series, seconds = 120): Promise<Directions> =>
  until(`latency by direction of ${series.label} at the agent of ${machine.name}`, seconds, async () =>
    parseDirections((await scrapedIfReady(machine)) ?? '', series),
  );

const minus = (now: Cumulative, before: Cumulative): Cumulative => now.map((count, at) => count - (before[at] ?? 0));
export const directionsSince = (now: Directions, before: Directions): Directions => ({
  read: minus(now.read, before.read),
  write: minus(now.write, before.write),
  both: minus(now.both, before.both),
});

export const countOf = (counts: Cumulative): number => counts.at(-1) ?? 0;
/** Share of the I/O that took longer than the bound. */
export const shareOver = (counts: Cumulative, boundSeconds: number): number =>
  1 - (counts[EXPORTED_LATENCY_BOUNDS_SECONDS.indexOf(boundSeconds)] ?? Number.NaN) / countOf(counts);
