import type { AgentAck } from '@weft/shared/links/agent-link';
import type { z } from 'zod';
import { steadyMs } from '../../clock/steady-clock.js';
import type { Log } from '../../log/log.js';
import type { AgentSocket } from '../connection.js';

/** Runs orders, and reports their end. */
export interface RunsOrders<Order> {
  runningIds(): readonly string[];
  /** @param arrivedMs steady time of the message that lists it */
  start(order: Order, arrivedMs: number): void;
  /** A running order is listed again. */
  hear?(order: Order, arrivedMs: number): void;
  /** Resolves when nothing of it runs. */
  stop(id: string): Promise<void>;
}

export interface StepOrdersSettings<Order, News> {
  log: Log;
  runner: RunsOrders<Order>;
  /** News of an order that another process of this agent has run; null: it was never started. */
  forgotten(order: Order): News | null;
  /** What an order is a part of, for the log: `benchmark`. */
  noun: string;
  /** A running order that no connected server has listed for this long is stopped. */
  unlistedMs: number;
  schema: z.ZodType<{ orders: Order[] }>;
  listen(socket: AgentSocket, take: (message: unknown) => void): void;
  send(socket: AgentSocket, news: News, ack: (answer: AgentAck) => void): void;
}

/*
 * Orders from the connected server that run for a while.
 *  - an order is listed for the first time: it runs.
 *  - it was started, and this process does not know it: another process ran it. It does not run again; the server hears that it failed.
 *  - it has ended and is listed again: its end did not arrive, and is sent again.
 *  - it is no longer listed (cancelled, or failed elsewhere): it is stopped.
 *  - the connection ends: it runs on, for a while; a server that is back lists it, or it is stopped.
 */
export class StepOrders<Order extends { id: string }, News extends { id: string; state: string; reason?: unknown }> {
  readonly #ended = new Map<string, News>();
  #socket: AgentSocket | undefined;
  #unlisted: NodeJS.Timeout | undefined;
  #changing: Promise<void> = Promise.resolve();

  constructor(private readonly settings: StepOrdersSettings<Order, News>) {}

  attend(socket: AgentSocket): void {
    const { log, noun, schema, listen, unlistedMs } = this.settings;
    listen(socket, (message) => {
      const parsed = schema.safeParse(message);
      if (!parsed.success) return log('warn', `the server sent orders of ${noun}s in an unknown form`, { error: parsed.error.message });
      const arrivedMs = steadyMs();
      this.#socket = socket;
      clearTimeout(this.#unlisted);
      const { orders } = parsed.data;
      this.#changing = this.#changing
        .then(() => this.#follow(orders, arrivedMs))
        .catch((error: unknown) => log('error', `an order of a ${noun} was not followed`, { error: String(error) }));
    });
    socket.on('disconnect', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#unlisted = setTimeout(() => void this.#lose(), unlistedMs).unref();
    });
  }

  /** News of the runner. An end is kept until no server lists the order. */
  tell(news: News): void {
    if (news.state === 'done' || news.state === 'failed') {
      this.#ended.set(news.id, news);
      this.settings.log(news.state === 'failed' ? 'warn' : 'info', `a step of a ${this.settings.noun}: ${news.state}`, {
        order: news.id,
        ...(news.state === 'failed' ? { reason: news.reason } : {}),
      });
    }
    this.#send(news);
  }

  /** The agent stops: no order is lost because of it from now on. */
  close(): void {
    clearTimeout(this.#unlisted);
  }

  async #follow(orders: readonly Order[], arrivedMs: number): Promise<void> {
    const { runner } = this.settings;
    const listed = new Set(orders.map(({ id }) => id));
    for (const id of this.#ended.keys()) if (!listed.has(id)) this.#ended.delete(id);
    await Promise.all(
      runner
        .runningIds()
        .filter((id) => !listed.has(id))
        .map((id) => runner.stop(id)),
    );
    for (const order of orders) {
      const ended = this.#ended.get(order.id);
      if (ended) this.#send(ended);
      else if (runner.runningIds().includes(order.id)) runner.hear?.(order, arrivedMs);
      else this.#begin(order, arrivedMs);
    }
  }

  #begin(order: Order, arrivedMs: number): void {
    const forgotten = this.settings.forgotten(order);
    if (forgotten) this.tell(forgotten);
    else this.settings.runner.start(order, arrivedMs);
  }

  async #lose(): Promise<void> {
    const { log, noun, runner } = this.settings;
    for (const order of runner.runningIds()) {
      log('warn', `no server lists the running ${noun}: its step is stopped`, { order });
      await runner.stop(order);
    }
  }

  #send(news: News): void {
    const { log, noun, send } = this.settings;
    if (!this.#socket) return;
    send(this.#socket, news, (answer) => {
      if (!answer.ok) log('warn', `the server did not take the news of a ${noun}: ${answer.detail}`, { order: news.id });
    });
  }
}
