import { gunzipSync } from 'node:zlib';
import { dmName } from '@weft/shared/identity';
import type { BenchmarkNews, BenchmarkOrder } from '@weft/shared/messages/benchmark-orders';
import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { describe, expect, it, vi } from 'vitest';
import { steadyMs } from '../clock/steady-clock.js';
import { type BenchmarkRun, type Counters, HostError, type IoCounters } from '../host/host.js';
import { BenchmarkRunner } from './benchmark-runner.js';
import { busyRatio, kernelIo } from './measured-load.js';

const volumeId = '00000000-0000-4000-8000-000000000008';
const order: BenchmarkOrder = {
  id: '00000000-0000-4000-8000-000000000001',
  benchmarkId: '00000000-0000-4000-8000-000000000009',
  volumes: [{ volumeId, name: 'orders', sizeBytes: 4096, mayHoldData: false }],
  task: { kind: 'measure', access: 'random', readPercent: 100, blockBytes: 4096, jobs: 1, depth: 1, seconds: 1 },
  isFirst: true,
  wasStarted: false,
};
const io = (reads: number, change: Partial<IoCounters> = {}): IoCounters => ({
  origin: 'one',
  reads,
  writes: 0,
  readBytes: reads * 4096,
  writtenBytes: 0,
  readTimeNs: reads * 1000,
  writeTimeNs: 0,
  histogram: Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => (bucket === 3 ? reads : 0)),
  ...change,
});
const node = (busy: number, idle: number) =>
  ({ cores: { 0: { user: busy, system: 0, irq: 0, softirq: 0, steal: 0, idle } } }) as unknown as Counters['node'];

type RunFio = (volumes: unknown, task: unknown, run?: BenchmarkRun) => Promise<string | null>;
function runner(runBenchmark: RunFio, attached = true) {
  const told: BenchmarkNews[] = [];
  const [first, last] = [
    { io: { [dmName(volumeId)]: io(10) }, node: node(0, 0) },
    { io: { [dmName(volumeId)]: io(25) }, node: node(1, 3) },
  ];
  let hasEnded = false;
  const statistics: [readonly string[], boolean][] = [];
  const attachments = attached ? [{ volumeId, desired: 'attached' }] : [];
  const made = new BenchmarkRunner({
    host: {
      runBenchmark: async (...args) => {
        const output = await runBenchmark(...args);
        hasEnded = true;
        return output;
      },
      readCounters: async () => (hasEnded ? last : first) as unknown as Counters,
      setStatistics: async (names, on) => {
        statistics.push([names, on]);
      },
    },
    ledger: { assignment: { content: { attachments } } } as never,
    tell: (news) => told.push(news),
    startWithinMs: 50,
  });
  return { made, told, statistics };
}
const ended = async (made: BenchmarkRunner) => {
  while (made.runningId !== null) await new Promise((resolve) => setImmediate(resolve));
};

describe('BenchmarkRunner', () => {
  it('reports the output of fio, and what dm-stats and the cores counted meanwhile', async () => {
    const { made, told } = runner(async () => '{"jobs":[]}');
    made.start(order);
    await ended(made);
    expect(told.map(({ state }) => state)).toEqual(['running', 'done']);
    expect(new Set(told.map(({ attempt }) => attempt)).size).toBe(1);
    const [, done] = told;
    if (done?.state !== 'done') throw new Error('it was not done');
    expect(gunzipSync(Buffer.from(done.result.fio ?? '', 'base64')).toString()).toBe('{"jobs":[]}');
    expect(done.result.kernel).toEqual([
      { volumeId, reads: 15, writes: 0, readBytes: 61_440, writtenBytes: 0, timeNs: 15_000, histogram: [[3, 15]] },
    ]);
    expect(done.result.cpuRatio).toBe(0.25);
  });

  it('reports the refusal of the host', async () => {
    const { made, told } = runner(async () => {
      throw new HostError('orders is in use by postgres (pid 7)', ['open'], null, '', { code: 'benchmark-volume-open' });
    });
    made.start(order);
    await ended(made);
    expect(told.at(-1)).toMatchObject({ state: 'failed', reason: { code: 'benchmark-volume-open' } });
  });

  it('runs nothing on a volume that is not assigned to be attached here', async () => {
    const { made, told } = runner(async () => Promise.reject(new Error('it ran')), false);
    made.start(order);
    await ended(made);
    expect(told.at(-1)).toMatchObject({ state: 'failed', reason: { code: 'benchmark-volume-absent' } });
  });

  it('reports that it is ready, and starts fio at the ordered time', async () => {
    let startedMs = 0;
    const { made, told } = runner(async (_volumes, _task, run) => {
      await run?.ready?.();
      startedMs = steadyMs();
      return '{"jobs":[]}';
    });
    made.start(order, null);
    await vi.waitFor(() => expect(told.map(({ state }) => state)).toEqual(['ready']));
    // Its readiness did not arrive.
    made.hear(null);
    expect(told.map(({ state }) => state)).toEqual(['ready', 'ready']);
    const atMs = steadyMs() + 40;
    made.hear(atMs);
    made.hear(atMs + 10_000);
    await ended(made);
    // Timers may fire a millisecond early.
    expect(startedMs).toBeGreaterThan(atMs - 2);
    expect(told.map(({ state }) => state)).toEqual(['ready', 'ready', 'running', 'done']);
    const done = told.at(-1);
    if (done?.state !== 'done') throw new Error('it was not done');
    expect(done.result.startLateMs).toBeGreaterThan(-2);
    expect(done.result.startLateMs).toBeLessThan(1000);
    expect(done.result.kernel).toMatchObject([{ reads: 15 }]);
  });

  it('starts at once, and says how late it is, when the ordered time is over', async () => {
    const { made, told } = runner(async (_volumes, _task, run) => {
      await run?.ready?.();
      return '{"jobs":[]}';
    });
    made.start(order, steadyMs() - 5000);
    await ended(made);
    const done = told.at(-1);
    if (done?.state !== 'done') throw new Error('it was not done');
    expect(done.result.startLateMs).toBeGreaterThanOrEqual(5000);
  });

  it('ends the claim and fails when no start is ordered in time, and reports nothing when it is stopped meanwhile', async () => {
    const waiting: RunFio = async (_volumes, _task, run) => {
      await run?.ready?.();
      throw new Error('fio ran');
    };
    const late = runner(waiting);
    late.made.start(order, null);
    await ended(late.made);
    expect(late.told.at(-1)).toMatchObject({
      state: 'failed',
      reason: { message: expect.stringContaining('no server ordered the start') },
    });
    const stopped = runner(waiting);
    stopped.made.start(order, null);
    await vi.waitFor(() => expect(stopped.told.map(({ state }) => state)).toEqual(['ready']));
    await stopped.made.stop();
    expect(stopped.told.map(({ state }) => state)).toEqual(['ready']);
  });

  it('turns the statistics of the volumes off for a step without collection, and on again when fio fails too', async () => {
    const { made, told, statistics } = runner(async () => {
      throw new HostError('fio failed with exit code 1', ['fio'], 1, '');
    });
    made.start({ ...order, withoutCollection: true });
    await ended(made);
    expect(told.at(-1)).toMatchObject({ state: 'failed' });
    expect(statistics).toEqual([
      [[dmName(volumeId)], false],
      [[dmName(volumeId)], true],
    ]);
  });

  it('refuses a second order while one runs, and reports nothing of an order that was stopped', async () => {
    let release: () => void = () => undefined;
    const { made, told } = runner(() => new Promise((resolve) => (release = () => resolve(null))));
    made.start(order);
    const second = { ...order, id: '00000000-0000-4000-8000-000000000002' };
    made.start(second);
    expect(told.at(-1)).toMatchObject({ id: second.id, state: 'failed', reason: { code: 'benchmark-running' } });
    await new Promise((resolve) => setImmediate(resolve));
    const stopped = made.stop();
    release();
    await stopped;
    expect(told.filter(({ id, state }) => id === order.id && state !== 'running')).toEqual([]);
  });
});

describe('kernelIo', () => {
  it('has nothing when the statistics began again, or were not read', () => {
    expect(kernelIo(volumeId, io(5, { origin: 'two' }), io(1))).toEqual([]);
    expect(kernelIo(volumeId, io(1), io(5))).toEqual([]);
    expect(kernelIo(volumeId, undefined, io(5))).toEqual([]);
  });
});

describe('busyRatio', () => {
  it('is unknown without a core that both readings have', () => {
    expect(busyRatio(node(1, 1), { ...node(0, 0), cores: {} })).toBeNull();
  });
});
