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
const running = (id: string, startedAt = new Date()): BenchmarkDocument =>
  someBenchmark({ current: { startedAt, startsAt: null, orders: [order(id)] } });

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
  const starts: (number | null | undefined)[] = [];
  orders.connected('c1', ({ orders: list }: Message) => {
    told.push(list.map(({ id }) => id));
    starts.push(...list.map(({ startsInMs }) => startsInMs));
  });
  const changed = async (open: BenchmarkDocument[]) => {
    stored.open = open;
    change({ collection: 'benchmarks' });
    await vi.advanceTimersByTimeAsync(1);
  };
  return { told, starts, changed };
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

it('tells the time until the common start when every client is ready, and nothing of it once fio runs', async () => {
  const { told, starts, changed } = telling();
  const step = (state: 'open' | 'ready' | 'running', startsAt: Date | null) =>
    someBenchmark({ stepIndex: 1, current: { startedAt: new Date(), startsAt, orders: [{ ...order('one'), state }] } });
  await vi.advanceTimersByTimeAsync(1);
  await changed([step('open', null)]);
  await changed([step('ready', null)]);
  const startsAt = new Date(Date.now() + 1000);
  await changed([step('ready', startsAt)]);
  await changed([step('running', startsAt)]);
  expect(told).toEqual([[], ['one'], ['one']]);
  expect(starts).toEqual([null, 1000]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts.at(-1)).toBeUndefined();
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
