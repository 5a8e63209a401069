/** Compares the live values that a browser gets with the stored statistics of the same time, ten seconds later. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import {
  CONSOLE_NAMESPACE,
  type ConsoleToServerEvents,
  type LiveStatistics,
  type ServerToConsoleEvents,
} from '@weft/shared/links/console-link';
import { type MetricName, metricOf, metricsOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from '../support/api-client.js';

const STEP_MS = 10_000;
/** Every node samples once a second: fewer values than this in ten seconds cover only a part of them. */
const LEAST_HEARD = 8;

type Value = number | number[] | null | undefined;

/** Listens to some objects until closed. */
export class LiveListener {
  private readonly heard = new Map<string, LiveStatistics[]>();

  private constructor(
    private readonly api: ApiClient,
    private readonly socket: Socket<ServerToConsoleEvents, ConsoleToServerEvents>,
    private readonly objects: readonly string[],
  ) {
    socket.on('statistics', (now) => this.heard.set(now.object, [...(this.heard.get(now.object) ?? []), now]));
  }

  static async listen(api: ApiClient, objects: readonly string[]): Promise<LiveListener> {
    const socket: Socket<ServerToConsoleEvents, ConsoleToServerEvents> = io(`${api.url}${CONSOLE_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: api.sessionCookie ?? '' },
    });
    const listener = new LiveListener(api, socket, objects);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const answer = await socket.emitWithAck('watch', { objects: [...objects] });
    if (!answer.ok) throw new Error(`the server refused to be watched: ${answer.detail}`);
    return listener;
  }

  close(): void {
    this.socket.disconnect();
  }

  /** Differences between live and stored values in the newest ten seconds that are stored. */
  async differences(): Promise<string[]> {
    const to = Math.floor((Date.now() - 2 * STEP_MS) / STEP_MS) * STEP_MS;
    const found = await Promise.all(this.objects.map((object) => this.differencesOf(object, to - STEP_MS, to)));
    return found.flat();
  }

  private async differencesOf(object: string, from: number, to: number): Promise<string[]> {
    const all = this.heard.get(object) ?? [];
    const live = all.filter(({ at, heard, expected }) => Date.parse(at) > from && Date.parse(at) <= to && heard === expected);
    if (live.length < LEAST_HEARD) return [`${object}: ${live.length} live values of ten seconds`];
    const metrics = metricsOf((object.split(':')[0] ?? '') as StatisticsObjectKind).filter((metric) => metric in (live[0]?.values ?? {}));
    const [fromText, toText] = [from, to].map((time) => new Date(time).toISOString());
    const { series } = await this.api.call(endpoints.queryStatistics, {
      query: { objects: object, metrics: metrics.join(','), from: fromText ?? '', to: toText ?? '', step: STEP_MS / 1000 },
    });
    if (metrics.length === 0) return [`${object}: no live values arrived`];
    return metrics.flatMap((metric) => {
      const stored = series.find((each) => each.metric === metric);
      const [now, then] = [
        live.map(({ values }) => onePerSecond(metric, values[metric])),
        onePerSecond(metric, (stored?.values ?? stored?.lists)?.[0], STEP_MS / 1000),
      ];
      return isSame(metric, now, then) ? [] : [`${metric} of ${object}: live ${JSON.stringify(now)}, stored ${then}`];
    });
  }
}

/** Reduces a value to one number: buckets to the sum of all counts per second, cores to their mean. */
function onePerSecond(metric: MetricName, value: Value, seconds = 1): number | null {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null;
  const sum = value.reduce((all, each) => all + each, 0);
  return metricOf(metric).list === 'bucket' ? sum / seconds : sum / value.length;
}

/** Samples of a second are not aligned to the ten seconds: at both ends, load changes fall into another interval. Percentiles are exact to a bucket. */
function isSame(metric: MetricName, live: readonly (number | null)[], stored: number | null): boolean {
  const known = live.filter((value) => value !== null);
  if (stored === null || known.length === 0) return stored === null && known.length === 0;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const share = metricOf(metric).fraction === undefined ? 0.05 : 0.2;
  return Math.abs(mean - stored) <= Math.max(share * Math.max(Math.abs(mean), Math.abs(stored)), 0.002);
}
