import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { StatisticsAnswer } from '@weft/shared/kinds/statistics';
import { metricsOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { expect, vi } from 'vitest';
import type { Point } from '../src/stats/points/point.js';
import type { TestServer } from './app.js';
import { completeMinutes, minuteOf, type OldWorld, oldWorld, storeMinutes } from './minutes-of-old.js';
import { startBeside } from './two-servers.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A receiver of remote write that answers queries too. */
export interface Receiver {
  writeUrl: string;
  queryUrl: string;
  /** It loses nothing that it has taken. */
  end(): Promise<void>;
  resume(): Promise<void>;
}

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 90_000, interval: 100 });
const iso = (at: number) => new Date(at).toISOString();

/** Numbers within the rounding of sums in another order. */
export const nearly = (value: unknown): unknown => {
  if (typeof value === 'number')
    return value === 0 ? 0 : expect.closeTo(value, Math.min(15, Math.max(0, 10 - Math.ceil(Math.log10(Math.abs(value))))));
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, nearly(each)]));
};

/** A cluster with minutes of eight days ago, the server that has stored them, and one that sends them. */
export class LongMemoryCluster {
  readonly world: OldWorld = oldWorld();
  readonly begin = Math.floor((Date.now() - 8 * DAY_MS) / HOUR_MS) * HOUR_MS;
  private sender: TestServer | undefined;
  private count = 0;

  constructor(
    readonly server: TestServer,
    private readonly receiver: Receiver,
  ) {}

  /** Number of stored minutes. */
  get minutes(): number {
    return this.count;
  }

  /** End of the last stored minute. */
  get complete(): number {
    return this.begin + this.count * MINUTE_MS;
  }

  get sending(): TestServer {
    if (!this.sender) throw new Error('no server sends yet');
    return this.sender;
  }

  /** Stores so many further minutes. */
  async store(more: number): Promise<void> {
    const points = Array.from({ length: more }, (_, n): Point[] =>
      minuteOf(this.world, this.begin + (this.count + n) * MINUTE_MS, this.count + n),
    );
    await storeMinutes(this.server, points.flat());
    this.count += more;
    await completeMinutes(this.server, this.complete);
  }

  async startSender(): Promise<void> {
    const { writeUrl, queryUrl } = this.receiver;
    const bounds = { longMemoryBatchSamples: 500, longMemoryTimeoutSeconds: 5, longMemoryBackfill: true };
    this.sender = await startBeside(this.server, { longMemoryWriteUrl: writeUrl, longMemoryQueryUrl: queryUrl, ...bounds });
  }

  async stopSender(): Promise<void> {
    await this.sender?.stop();
    this.sender = undefined;
  }

  async state() {
    return this.server.mongo.db
      .collection<{ _id: string; until: Date; failing?: object }>('statisticsProgress')
      .findOne({ _id: 'longMemory' });
  }

  /** Waits until everything stored was sent. */
  async sent(): Promise<void> {
    await until(async () => expect((await this.state())?.until.getTime()).toBe(this.complete));
  }

  async metric(name: string): Promise<number | undefined> {
    const { body } = await this.sending.adminClient.request('GET', '/metrics');
    const line = String(body)
      .split('\n')
      .find((each) => each.startsWith(`weft_server_remote_write_${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }

  /** MongoDB keeps minutes for a day and hours for a week: the points of eight days ago are removed. */
  async expire(): Promise<void> {
    const { db } = this.server.mongo;
    const kept = { tenSeconds: 24, minutes: 24, hours: 168 };
    await db.collection('settings').updateOne({}, { $set: { 'spec.statisticsKeptHours': kept } });
    for (const name of ['statisticsMinutes', 'statisticsHours']) await db.collection(name).deleteMany({});
  }

  ask(query: Record<string, string | number>): Promise<StatisticsAnswer> {
    return this.sending.adminClient.call(endpoints.queryStatistics, { query });
  }

  /** Every metric of every kind of object, in three resolutions. */
  async askAll(): Promise<StatisticsAnswer[]> {
    const { volume, clients, target, drive, cacheDrive, legs, attachments, driveClass } = this.world;
    const objects: [StatisticsObjectKind, string][] = [
      ...clients.map((id): [StatisticsObjectKind, string] => ['client', id]),
      ...attachments.map((id): [StatisticsObjectKind, string] => ['attachment', id]),
      ['volume', volume],
      ['leg', legs[0]],
      ['drive', drive],
      ['drive', cacheDrive],
      ['target', target],
      ['node', target],
      ['drive-class', driveClass],
      ['cluster', ''],
    ];
    const answers: StatisticsAnswer[] = [];
    for (const [kind, id] of objects)
      for (const step of [60, 300, 3600]) {
        const text = kind === 'cluster' ? kind : `${kind}:${id}`;
        const period = { from: iso(this.begin - HOUR_MS), to: iso(this.begin + 2 * HOUR_MS) };
        answers.push(await this.ask({ objects: text, metrics: metricsOf(kind).join(','), step, ...period }));
      }
    const legsTogether = legs.map((id) => `leg:${id}`).join(',');
    const period = { from: iso(this.begin), to: iso(this.begin + HOUR_MS) };
    answers.push(await this.ask({ objects: legsTogether, metrics: 'iops,latency-p99', groupBy: 'all', step: 60, ...period }));
    return answers;
  }
}

/** The long memory has the points that MongoDB had: every metric has the same values before and after MongoDB's points expire. */
export async function answersAsBefore(cluster: LongMemoryCluster, receiver: Receiver): Promise<void> {
  await cluster.sent();
  await hasSamples(receiver, cluster, 'weft_history_cluster_reads', cluster.minutes);
  const before = await cluster.askAll();
  expect(before.some(({ longMemory }) => longMemory !== undefined)).toBe(false);
  await cluster.expire();
  // The settings of the sender follow the change stream.
  const isOld = { objects: 'cluster', metrics: 'iops', step: 60, from: iso(cluster.begin), to: iso(cluster.complete) };
  await until(async () => expect((await cluster.ask(isOld)).longMemory).toBeDefined());
  const after = await cluster.askAll();
  for (const [index, answer] of after.entries()) {
    expect(answer.longMemory).toEqual({ until: answer.to, problem: null });
    expect(answer.series).toEqual(nearly(before[index]?.series));
    expect(answer.series.some(({ values, lists }) => (values ?? lists)?.some((value) => value !== null))).toBe(true);
  }
}

/** While the receiver is down, minutes wait in MongoDB; afterwards it has all of them. */
export async function hasNoHole(cluster: LongMemoryCluster, receiver: Receiver): Promise<void> {
  await receiver.end();
  await cluster.store(40);
  await until(async () => expect(await cluster.state()).toMatchObject({ failing: { reason: expect.any(String) } }));
  expect(await cluster.metric('backlog_seconds')).toBeGreaterThan(7 * 86_400);
  expect(await cluster.metric('requests_failed_total')).toBeGreaterThan(0);
  // A dead long memory costs an answer its old part alone, and no time.
  const period = { from: iso(cluster.begin), to: iso(cluster.begin + HOUR_MS) };
  const began = performance.now();
  const answer = await cluster.ask({ objects: 'cluster', metrics: 'iops', step: 60, ...period });
  expect(performance.now() - began).toBeLessThan(5000);
  expect(answer.longMemory?.problem).toMatchObject({ code: 'long-memory-failed', params: { failure: 'ECONNREFUSED' } });
  await receiver.resume();
  await cluster.sent();
  expect(await cluster.state()).not.toHaveProperty('failing');
  expect([await cluster.metric('samples_refused_total'), await cluster.metric('lost_seconds_total')]).toEqual([0, 0]);
}

/** The receiver itself has so many samples of a metric: one for each minute of a series. VictoriaMetrics shows new samples a second later. */
export const hasSamples = (receiver: Receiver, cluster: LongMemoryCluster, metric: string, count: number): Promise<void> =>
  until(async () => expect(await samplesOf(receiver, cluster, metric)).toBe(count));

async function samplesOf(receiver: Receiver, cluster: LongMemoryCluster, metric: string): Promise<number> {
  const window = Math.round((cluster.complete - cluster.begin) / 1000);
  const body = new URLSearchParams({
    query: `sum(count_over_time(${metric}[${window - 1}s]))`,
    time: String(cluster.complete / 1000),
  });
  const answer = await fetch(`${receiver.queryUrl}/api/v1/query`, { method: 'POST', body });
  const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1] ?? 0);
}
