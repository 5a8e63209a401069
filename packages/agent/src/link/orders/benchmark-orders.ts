import { randomUUID } from 'node:crypto';
import {
  BENCHMARK_UNLISTED_SECONDS,
  type BenchmarkNews,
  type BenchmarkOrder,
  benchmarkOrdersSchema,
} from '@weft/shared/messages/benchmark-orders';
import { steadyMs } from '../../clock/steady-clock.js';
import type { Log } from '../../log/log.js';
import { reason } from '../../reason/reason.js';
import type { AgentSocket } from '../connection.js';

/** Runs one order at a time (benchmark/benchmark-runner.ts). */
export interface RunsBenchmarks {
  readonly runningId: string | null;
  /** @param startAtMs steady time of the start; null: it waits for `hear`; undefined: at once */
  start(order: BenchmarkOrder, startAtMs?: number | null): void;
  /** The start of the running order. */
  hear(startAtMs: number | null): void;
  stop(): Promise<void>;
}

/*
 * Orders of benchmarks from the connected server.
 *  - an order is listed for the first time: it runs.
 *  - it was started, and this process does not know it: another process ran it. It does not run again; the server hears that it failed.
 *  - it waits for the other clients, and is listed again: with its start, which is counted from the arrival of the message, or without.
 *  - it has ended and is listed again: its end did not arrive, and is sent again.
 *  - it is no longer listed (cancelled, or failed elsewhere): its fio is killed.
 *  - the connection ends: it runs on, for a while; a server that is back lists it, or it is killed.
 */
export class BenchmarkOrders {
  #ended = new Map<string, BenchmarkNews>();
  #socket: AgentSocket | undefined;
  #unlisted: NodeJS.Timeout | undefined;
  #changing: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: Log,
    private readonly runner: RunsBenchmarks,
    private readonly unlistedMs = BENCHMARK_UNLISTED_SECONDS * 1000,
  ) {}

  attend(socket: AgentSocket): void {
    socket.on('benchmarks', (message) => {
      const parsed = benchmarkOrdersSchema.safeParse(message);
      if (!parsed.success)
        return this.log('warn', 'the server sent orders of benchmarks in an unknown form', { error: parsed.error.message });
      const arrivedMs = steadyMs();
      this.#socket = socket;
      clearTimeout(this.#unlisted);
      const { orders } = parsed.data;
      this.#changing = this.#changing
        .then(() => this.#follow(orders, arrivedMs))
        .catch((error: unknown) => this.log('error', 'an order of a benchmark was not followed', { error: String(error) }));
    });
    socket.on('disconnect', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#unlisted = setTimeout(() => void this.#lose(), this.unlistedMs).unref();
    });
  }

  /** News of the runner. An end is kept until no server lists the order. */
  tell(news: BenchmarkNews): void {
    if (news.state === 'done' || news.state === 'failed') {
      this.#ended.set(news.id, news);
      this.log(news.state === 'failed' ? 'warn' : 'info', `a step of a benchmark: ${news.state}`, {
        order: news.id,
        ...(news.state === 'failed' ? { reason: news.reason } : {}),
      });
    }
    this.#send(news);
  }

  /** Kills what runs: the agent stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#unlisted);
    await this.runner.stop();
  }

  async #follow(orders: readonly BenchmarkOrder[], arrivedMs: number): Promise<void> {
    const listed = new Set(orders.map(({ id }) => id));
    for (const id of this.#ended.keys()) if (!listed.has(id)) this.#ended.delete(id);
    const { runningId } = this.runner;
    if (runningId !== null && !listed.has(runningId)) await this.runner.stop();
    for (const order of orders) {
      const ended = this.#ended.get(order.id);
      const { startsInMs } = order;
      const startAtMs = typeof startsInMs === 'number' ? arrivedMs + startsInMs : startsInMs;
      if (ended) this.#send(ended);
      else if (order.id === this.runner.runningId) {
        if (startAtMs !== undefined) this.runner.hear(startAtMs);
      } else if (order.wasStarted)
        this.tell({ id: order.id, attempt: randomUUID(), state: 'failed', reason: reason('benchmark-forgotten', {}) });
      else this.runner.start(order, startAtMs);
    }
  }

  async #lose(): Promise<void> {
    if (this.runner.runningId === null) return;
    this.log('warn', 'no server lists the running benchmark: its fio is killed', { order: this.runner.runningId });
    await this.runner.stop();
  }

  #send(news: BenchmarkNews): void {
    this.#socket?.emit('benchmark', news, (answer) => {
      if (!answer.ok) this.log('warn', `the server did not take the news of a benchmark: ${answer.detail}`, { order: news.id });
    });
  }
}
