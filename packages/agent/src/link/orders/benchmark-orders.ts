import { randomUUID } from 'node:crypto';
import {
  BENCHMARK_UNLISTED_SECONDS,
  type BenchmarkNews,
  type BenchmarkOrder,
  benchmarkOrdersSchema,
} from '@weft/shared/messages/benchmark-orders';
import type { Log } from '../../log/log.js';
import { reason } from '../../reason/reason.js';
import { StepOrders } from './step-orders.js';

/** Runs one order at a time (benchmark/benchmark-runner.ts). */
export interface RunsBenchmarks {
  readonly runningId: string | null;
  /** @param startAtMs steady time of the start; null: it waits for `hear`; undefined: at once */
  start(order: BenchmarkOrder, startAtMs?: number | null): void;
  /** The start of the running order. */
  hear(startAtMs: number | null): void;
  stop(): Promise<void>;
}

/** Steady time of the start: the message counts it from its arrival. */
const startAtMs = ({ startsInMs }: BenchmarkOrder, arrivedMs: number): number | null | undefined =>
  typeof startsInMs === 'number' ? arrivedMs + startsInMs : startsInMs;

/**
 * Orders of benchmarks from the connected server. A step that is stopped is a fio that is killed. An order that waits for the other clients is listed again:
 * with its start, or without.
 */
export class BenchmarkOrders extends StepOrders<BenchmarkOrder, BenchmarkNews> {
  constructor(
    log: Log,
    private readonly runner: RunsBenchmarks,
    unlistedMs = BENCHMARK_UNLISTED_SECONDS * 1000,
  ) {
    super({
      log,
      runner: {
        runningIds: () => (runner.runningId === null ? [] : [runner.runningId]),
        start: (order, arrivedMs) => runner.start(order, startAtMs(order, arrivedMs)),
        hear: (order, arrivedMs) => {
          const at = startAtMs(order, arrivedMs);
          if (at !== undefined) runner.hear(at);
        },
        stop: () => runner.stop(),
      },
      forgotten: ({ id, wasStarted }) =>
        wasStarted ? { id, attempt: randomUUID(), state: 'failed', reason: reason('benchmark-forgotten', {}) } : null,
      noun: 'benchmark',
      unlistedMs,
      schema: benchmarkOrdersSchema,
      listen: (socket, take) => socket.on('benchmarks', take),
      send: (socket, news, ack) => socket.emit('benchmark', news, ack),
    });
  }

  /** Kills what runs: the agent stops. */
  async stop(): Promise<void> {
    this.close();
    await this.runner.stop();
  }
}
