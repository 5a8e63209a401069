import type { LiveStatistics, WatchAnswer } from '@weft/shared/links/console-link';

/*
 * - Several charts of one object: one request; each chart gets the values.
 * - Several messages within one frame: each listener is called once.
 * - A new connection: requests all objects again.
 * - A page change: sends the final set of objects once, without those that came and went within `SETTLE_MS`.
 */

const SETTLE_MS = 100;
const RETRY_MS = 2000;
/** A refusal by the rate limit clears within these tries; any other stays and is shown. */
const TRIES = 5;

export interface WatchConnection {
  watch(objects: string[], answered: (answer: WatchAnswer) => void): void;
}
export interface WatchClock {
  onFrame(callback: () => void): void;
  after(milliseconds: number, callback: () => void): void;
}
export interface Listener {
  /** All messages of one object since the last frame, oldest first. */
  news(messages: readonly LiveStatistics[]): void;
  refused(why: string | null): void;
}

/** The objects whose live statistics the page needs, with their listeners. */
export class StatisticsWatch {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly waiting = new Map<string, LiveStatistics[]>();
  private connection: WatchConnection | null = null;
  private asked = '';
  private settling = false;
  private framePending = false;
  private refusals = 0;

  constructor(private readonly clock: WatchClock) {}

  connected(connection: WatchConnection | null): void {
    this.connection = connection;
    this.asked = '';
    this.refusals = 0;
    this.settle(SETTLE_MS);
  }

  /** @returns a function that ends the watch. */
  watch(object: string, listener: Listener): () => void {
    const listeners = this.listeners.get(object) ?? new Set();
    this.listeners.set(object, listeners.add(listener));
    this.settle(SETTLE_MS);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(object);
      this.settle(SETTLE_MS);
    };
  }

  took(message: LiveStatistics): void {
    if (!this.listeners.has(message.object)) return;
    this.waiting.set(message.object, [...(this.waiting.get(message.object) ?? []), message]);
    if (this.framePending) return;
    this.framePending = true;
    this.clock.onFrame(() => {
      this.framePending = false;
      for (const [object, messages] of this.waiting) for (const listener of this.listeners.get(object) ?? []) listener.news(messages);
      this.waiting.clear();
    });
  }

  private settle(milliseconds: number): void {
    if (this.settling) return;
    this.settling = true;
    this.clock.after(milliseconds, () => {
      this.settling = false;
      this.ask();
    });
  }

  private ask(): void {
    const { connection } = this;
    const objects = [...this.listeners.keys()].sort();
    if (!connection || this.asked === objects.join()) return;
    this.asked = objects.join();
    connection.watch(objects, (answer) => {
      if (connection !== this.connection) return;
      for (const listeners of this.listeners.values()) for (const listener of listeners) listener.refused(answer.ok ? null : answer.detail);
      this.refusals = answer.ok ? 0 : this.refusals + 1;
      if (answer.ok || this.refusals >= TRIES) return;
      this.asked = '';
      this.settle(RETRY_MS);
    });
  }
}
