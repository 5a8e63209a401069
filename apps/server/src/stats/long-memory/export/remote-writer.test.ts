import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeReceiver } from '../../../../test-support/fake-receiver.js';
import { minuteOf, oldWorld } from '../../../../test-support/minutes-of-old.js';
import { loadConfig } from '../../../config/load-config.js';
import { toDocument } from '../../history/point.document.js';
import type { Point } from '../../points/point.js';
import { RemoteWriteMetrics } from './remote-write-metrics.js';
import { RemoteWriter } from './remote-writer.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const kept = { tenSeconds: 24, minutes: 24, hours: 9600 };
const world = oldWorld();

let receiver: FakeReceiver;
let registry: Registry;
let points: Point[];
let complete: number;
let firstHour: Date | null;
let state: { until: Date; failing?: object; refused?: object; lost?: { from: Date; to: Date } } | null;
let stopping: AbortController;
let running: Promise<void> | undefined;
beforeEach(async () => {
  receiver = await FakeReceiver.start();
  registry = new Registry();
  [points, state, firstHour, stopping, running] = [[], null, null, new AbortController(), undefined];
  complete = Math.floor(Date.now() / MINUTE) * MINUTE - 4 * MINUTE;
});
afterEach(async () => {
  stopping.abort(new Error('it was given back'));
  await running?.catch(() => undefined);
  await receiver.stop();
});

const history = {
  progress: async () => new Map([['minutes', new Date(complete)]]),
  earliest: async ({ name }: { name: string }, from: Date) => {
    if (name === 'hours') return firstHour;
    const later = points.map(({ at }) => at).filter((at) => at >= from.getTime());
    return later.length === 0 ? null : new Date(Math.min(...later));
  },
  read: async function* (_tier: unknown, from: Date, to: Date, of: { 'series.kind': string }) {
    yield points.filter(({ at, series }) => at >= from.getTime() && at < to.getTime() && series.kind === of['series.kind']).map(toDocument);
  },
};
const states = {
  read: async () => state,
  advance: async (until: Date) => {
    const { failing: _, ...rest } = state ?? {};
    state = { ...rest, until };
  },
  failed: async (reason: string) => {
    if (state) state.failing = { reason };
  },
  refused: async (reason: string) => {
    if (state) state.refused = { reason };
  },
  lost: async (from: Date, to: Date) => {
    if (state) state.lost = { from, to };
  },
};

/** A server that sends, and holds the lease until the test ends. */
function start(config: object = {}): void {
  const leases = {
    run: (_name: string, work: (lease: object) => Promise<void>) => {
      const transaction = async (work_: (session: object) => Promise<void>) => {
        stopping.signal.throwIfAborted();
        return work_({});
      };
      running = work({ signal: stopping.signal, transaction });
    },
  };
  const settings = { get: async () => ({ clusterId: 'c', simulated: false, spec: { statisticsKeptHours: kept } }) };
  const names = { volumes: new Map(), nodes: new Map(), drives: new Map(), driveClasses: new Map() };
  const all = { ...loadConfig({ env: {} }), longMemoryWriteUrl: receiver.url, longMemoryBatchSamples: 100, ...config };
  const writer = new RemoteWriter(
    ...([all, receiver.http(), leases, history, states, { read: async () => names }, settings] as never[] as [
      never,
      never,
      never,
      never,
      never,
      never,
      never,
    ]),
    new RemoteWriteMetrics({ registry } as never),
  );
  writer.onApplicationBootstrap();
}
const value = async (name: string) => (await registry.getSingleMetric(`weft_server_remote_write_${name}`)?.get())?.values[0]?.value;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const sent = () => until(() => expect(state?.until.getTime()).toBe(complete));
/** Times of the samples of one series. */
const timesOf = (metric: string) => receiver.batches.flat().flatMap(({ labels, at }) => (labels['__name__'] === metric ? [at] : []));
const minutesAt = (from: number, count: number) => Array.from({ length: count }, (_, n) => minuteOf(world, from + n * MINUTE, n)).flat();

test('sends each complete minute once, in order, in batches of the set size, from the first start on', async () => {
  points = minutesAt(complete - 3 * MINUTE, 3);
  start();
  await sent();
  expect(receiver.batches).toEqual([]);
  complete += 2 * MINUTE;
  points.push(...minutesAt(complete - 2 * MINUTE, 2));
  await until(() => expect(timesOf('weft_history_cluster_reads')).toEqual([complete - MINUTE, complete]));
  // The samples of one point stay together.
  expect(Math.max(...receiver.batches.map((batch) => batch.length))).toBeLessThan(200);
  expect(receiver.batches.length).toBeGreaterThan(2);
});

test('begins with the oldest minute when the settings say so', async () => {
  points = minutesAt(complete - 3 * MINUTE, 3);
  start({ longMemoryBackfill: true });
  await sent();
  expect(timesOf('weft_history_cluster_reads')).toEqual([2, 1, 0].map((n) => complete - n * MINUTE));
});

test('sends the first of two points for one series and time', async () => {
  const [first] = minuteOf(world, complete - MINUTE, 1);
  const [second] = minuteOf(world, complete - MINUTE, 2);
  points = [first, second] as Point[];
  start({ longMemoryBackfill: true });
  await sent();
  expect(receiver.batches.flat().filter(({ labels }) => labels['__name__'] === 'weft_history_volume_reads')).toMatchObject([
    { value: 1001 },
  ]);
});

test('keeps its position while the receiver fails, and sends the whole minute again afterwards', async () => {
  points = minutesAt(complete - 2 * MINUTE, 2);
  state = { until: new Date(complete - 2 * MINUTE) };
  // The first batch is taken, the second one is not.
  receiver.answers = [{ status: 204 }, { status: 204 }, { status: 503 }, { status: 204 }];
  start();
  await until(() => expect(state?.failing).toMatchObject({ reason: 'status 503' }));
  expect([state?.until.getTime(), await value('samples_refused_total')]).toEqual([complete - 2 * MINUTE, 0]);
  await sent();
  expect(new Set(timesOf('weft_history_cluster_reads'))).toEqual(new Set([complete - MINUTE, complete]));
  expect(state?.failing).toBeUndefined();
});

test('goes on after a refusal, which it counts and stores', async () => {
  points = minutesAt(complete - MINUTE, 1);
  receiver.answers = [{ status: 204 }, { status: 400, body: 'out of bounds' }, { status: 204 }];
  start({ longMemoryBackfill: true });
  await sent();
  expect(state?.refused).toEqual({ reason: 'status 400: out of bounds' });
  expect(await value('samples_refused_total')).toBe(receiver.batches[0]?.length);
  expect(receiver.batches.slice(1).flat().length).toBe(await value('samples_sent_total'));
});

test('counts and stores the time whose minutes expired before they were sent', async () => {
  const from = complete - 48 * HOUR;
  firstHour = new Date(from);
  state = { until: new Date(from) };
  points = minutesAt(complete - MINUTE, 1);
  start();
  await sent();
  expect(state?.lost?.from).toEqual(new Date(from));
  const lostSeconds = ((state?.lost?.to.getTime() ?? 0) - from) / 1000;
  expect(lostSeconds / 3600).toBeCloseTo(24, 0);
  expect(await value('lost_seconds_total')).toBe(lostSeconds);
});

test('counts nothing as lost for a time in which no server ran', async () => {
  state = { until: new Date(complete - 48 * HOUR) };
  firstHour = new Date(complete - HOUR);
  points = minutesAt(complete - MINUTE, 1);
  start();
  await sent();
  expect([state?.lost, await value('lost_seconds_total')]).toEqual([undefined, 0]);
});

test('ends within its bound while a request hangs, and keeps its position', async () => {
  points = minutesAt(complete - MINUTE, 1);
  state = { until: new Date(complete - MINUTE) };
  receiver.answers = [{ status: 204 }, 'never'];
  start();
  await until(() => expect(receiver.batches).toHaveLength(1));
  const began = performance.now();
  stopping.abort(new Error('it was given back'));
  await running?.catch(() => undefined);
  expect(performance.now() - began).toBeLessThan(4000);
  expect([state?.until.getTime(), state?.failing]).toEqual([complete - MINUTE, undefined]);
});

test('reads one batch at a time while the receiver hangs: nothing gathers in memory', async () => {
  points = minutesAt(complete - 600 * MINUTE, 600);
  state = { until: new Date(complete - 600 * MINUTE) };
  let read = 0;
  const { read: readAll } = history;
  vi.spyOn(history, 'read').mockImplementation(async function* (...args) {
    for await (const documents of readAll(...args)) {
      read += documents.length;
      yield documents;
    }
  });
  receiver.answers = ['never'];
  start();
  await until(async () => expect(await value('requests_failed_total')).toBeGreaterThan(1));
  expect(read).toBeLessThan(20);
  expect(await value('backlog_seconds')).toBeGreaterThan(600 * 60);
});
