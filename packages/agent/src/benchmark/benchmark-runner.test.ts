import { gunzipSync } from 'node:zlib';
import { dmName } from '@weft/shared/identity';
import type { BenchmarkNews, BenchmarkOrder } from '@weft/shared/messages/benchmark-orders';
import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { describe, expect, it } from 'vitest';
import { type Counters, HostError, type IoCounters } from '../host/host.js';
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

function runner(runBenchmark: () => Promise<string | null>, attached = true) {
  const told: BenchmarkNews[] = [];
  const readings = [
    { io: { [dmName(volumeId)]: io(10) }, node: node(0, 0) },
    { io: { [dmName(volumeId)]: io(25) }, node: node(1, 3) },
  ];
  const attachments = attached ? [{ volumeId, desired: 'attached' }] : [];
  const made = new BenchmarkRunner({
    host: { runBenchmark, readCounters: async () => readings.shift() as Counters },
    ledger: { assignment: { content: { attachments } } } as never,
    tell: (news) => told.push(news),
  });
  return { made, told };
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
