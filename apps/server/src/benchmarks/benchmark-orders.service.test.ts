import type { BenchmarkOrders as Message } from '@weft/shared/messages/benchmark-orders';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { someBenchmark } from '../domain/benchmark/benchmark.fixture.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { BenchmarkOrders } from './benchmark-orders.service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const order = (id: string) => ({
  id,
  node: { id: 'c1', name: 'c1' },
  bootId: 'boot',
  state: 'running' as const,
  attempt: null,
  progressRatio: 0,
  reason: null,
  slowRatio: null,
});
const running = (id: string, startedAt = new Date()): BenchmarkDocument => someBenchmark({ current: { startedAt, orders: [order(id)] } });

function telling() {
  const stored: { open: BenchmarkDocument[] } = { open: [] };
  let change: (of: { collection: string }) => void = () => undefined;
  const orders = new BenchmarkOrders(
    { open: async () => stored.open } as never,
    {} as never,
    { clients: async () => new Map([['c1', { isOnline: true }]]) } as never,
    { onChange: (listener: typeof change) => (change = listener) } as never,
  );
  orders.onApplicationBootstrap();
  const told: string[][] = [];
  orders.connected('c1', ({ orders: list }: Message) => told.push(list.map(({ id }) => id)));
  const changed = async (open: BenchmarkDocument[]) => {
    stored.open = open;
    change({ collection: 'benchmarks' });
    await vi.advanceTimersByTimeAsync(1);
  };
  return { told, changed };
}

it('tells an agent that connects, so that it ends what nobody lists, and then each change of its orders once', async () => {
  const { told, changed } = telling();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([[]]);
  await changed([running('one')]);
  // Only progress.
  await changed([running('one')]);
  await changed([running('two')]);
  await changed([]);
  expect(told).toEqual([[], ['one'], ['two'], []]);
});

it('tells open orders again every 10 s, and nothing to an agent without orders', async () => {
  const { told, changed } = telling();
  await changed([running('one')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.filter(([id]) => id === 'one')).toHaveLength(2);
  await changed([]);
  const before = told.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toHaveLength(before);
});

it('tells no order of a restored database, which is late', async () => {
  const { told, changed } = telling();
  await changed([running('old', new Date(Date.now() - 3_600_000))]);
  expect(told.flat()).toEqual([]);
});
