import type { BenchmarkNews, BenchmarkOrder } from '@weft/shared/messages/benchmark-orders';
import { describe, expect, it, vi } from 'vitest';
import { steadyMs } from '../../clock/steady-clock.js';
import type { AgentSocket } from '../connection.js';
import { BenchmarkOrders, type RunsBenchmarks } from './benchmark-orders.js';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const order = (number: number): BenchmarkOrder => ({
  id: id(number),
  benchmarkId: id(9),
  volumes: [{ volumeId: id(8), name: 'orders', sizeBytes: 4096, mayHoldData: false }],
  task: { kind: 'check' },
  isFirst: true,
  wasStarted: false,
});

class Runner implements RunsBenchmarks {
  runningId: string | null = null;
  readonly started: string[] = [];
  readonly starts: (number | null | undefined)[] = [];
  stops = 0;
  start({ id: started }: BenchmarkOrder, startAtMs?: number | null): void {
    this.started.push(started);
    this.starts.push(startAtMs);
    this.runningId = started;
  }
  hear(startAtMs: number | null): void {
    this.starts.push(startAtMs);
  }
  async stop(): Promise<void> {
    this.stops += 1;
    this.runningId = null;
  }
}

function connected(unlistedMs = 60_000) {
  const runner = new Runner();
  const orders = new BenchmarkOrders(() => undefined, runner, unlistedMs);
  const sent: BenchmarkNews[] = [];
  const socketOf = () => {
    const listeners = new Map<string, (message: unknown) => void>();
    const socket = {
      on: (event: string, listener: (message: unknown) => void) => listeners.set(event, listener),
      emit: (_event: string, news: BenchmarkNews) => sent.push(news),
    };
    orders.attend(socket as unknown as AgentSocket);
    return (event: string, message?: unknown) => listeners.get(event)?.(message);
  };
  return { orders, runner, sent, socketOf, hear: socketOf() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('orders of benchmarks', () => {
  it('runs an order once, however often it is listed', async () => {
    const { runner, hear } = connected();
    for (let times = 0; times < 3; times++) hear('benchmarks', { orders: [order(1)] });
    await settled();
    expect(runner.started).toEqual([id(1)]);
    expect(runner.stops).toBe(0);
  });

  it('passes the start on as a time of the steady clock, and nothing of an order that runs already', async () => {
    const { runner, hear } = connected();
    hear('benchmarks', { orders: [{ ...order(1), startsInMs: null }] });
    await settled();
    const before = steadyMs();
    hear('benchmarks', { orders: [{ ...order(1), startsInMs: 1000 }] });
    await settled();
    hear('benchmarks', { orders: [order(1)] });
    await settled();
    expect(runner.starts).toHaveLength(2);
    expect(runner.starts[0]).toBeNull();
    expect(runner.starts[1]).toBeGreaterThanOrEqual(before + 1000);
    expect(runner.starts[1]).toBeLessThanOrEqual(steadyMs() + 1000);
  });

  it('does not run an order again that the agent before it, or this one without a server, has run', async () => {
    const { runner, sent, hear } = connected();
    hear('benchmarks', { orders: [{ ...order(1), wasStarted: true }] });
    hear('benchmarks', { orders: [{ ...order(1), wasStarted: true }] });
    await settled();
    expect(runner.started).toEqual([]);
    expect(sent.map(({ id: of, state }) => [of, state])).toEqual([
      [id(1), 'failed'],
      [id(1), 'failed'],
    ]);
  });

  it('goes on with an order that it reported to run', async () => {
    const { runner, sent, hear } = connected();
    hear('benchmarks', { orders: [order(1)] });
    hear('benchmarks', { orders: [{ ...order(1), wasStarted: true }] });
    await settled();
    expect([runner.started, sent]).toEqual([[id(1)], []]);
  });

  it('kills the fio of an order that is not listed any more, before it starts the next one', async () => {
    const { runner, hear } = connected();
    hear('benchmarks', { orders: [order(1)] });
    hear('benchmarks', { orders: [order(2)] });
    await settled();
    expect(runner.stops).toBe(1);
    expect(runner.started).toEqual([id(1), id(2)]);
    hear('benchmarks', { orders: [] });
    await settled();
    expect(runner.stops).toBe(2);
  });

  it('sends the end of an order again as long as it is listed, and does not run it again', async () => {
    const { orders, runner, sent, hear } = connected();
    hear('benchmarks', { orders: [order(1)] });
    await settled();
    runner.runningId = null;
    const end: BenchmarkNews = { id: id(1), attempt: id(7), state: 'failed', reason: { code: 'internal', message: 'x' } };
    orders.tell(end);
    hear('benchmarks', { orders: [order(1)] });
    await settled();
    expect(sent).toEqual([end, end]);
    expect(runner.started).toEqual([id(1)]);
  });

  it('goes on while a server is away for a moment, and kills its fio when none lists the order', async () => {
    vi.useFakeTimers();
    try {
      const { runner, hear, socketOf } = connected(60_000);
      hear('benchmarks', { orders: [order(1)] });
      await vi.advanceTimersByTimeAsync(0);
      hear('disconnect');
      await vi.advanceTimersByTimeAsync(59_000);
      socketOf()('benchmarks', { orders: [order(1)] });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(runner.stops).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('kills its fio a minute after the last server left', async () => {
    vi.useFakeTimers();
    try {
      const { runner, hear } = connected(60_000);
      hear('benchmarks', { orders: [order(1)] });
      await vi.advanceTimersByTimeAsync(0);
      hear('disconnect');
      await vi.advanceTimersByTimeAsync(61_000);
      expect(runner.stops).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ignores orders in an unknown form', async () => {
    const { runner, hear } = connected();
    hear('benchmarks', { orders: [{ ...order(1), task: { kind: 'format-everything' } }] });
    await settled();
    expect(runner.started).toEqual([]);
  });
});
