/*
 * Time of a simulation. Virtual time stands still until `advance`. Real time follows the machine's clock, with one timer for the next event.
 * Both run events in order of their time; events of the same time run in the order they were set.
 */
interface Event {
  atMs: number;
  order: number;
  act: () => void;
}

export class SimulatedClock {
  #nowMs: number;
  #events: Event[] = [];
  #order = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly mode: 'virtual' | 'real',
    startMs = mode === 'real' ? Date.now() : Date.UTC(2026, 0, 1),
  ) {
    this.#nowMs = startMs;
  }

  now(): number {
    if (this.mode === 'real') this.#nowMs = Math.max(this.#nowMs, Date.now());
    return this.#nowMs;
  }

  /** @returns a function that cancels the event. */
  after(ms: number, act: () => void): () => void {
    const event: Event = { atMs: this.now() + Math.max(0, ms), order: this.#order++, act };
    let at = this.#events.length;
    while (at > 0 && isLater(this.#events[at - 1], event)) at--;
    this.#events.splice(at, 0, event);
    this.#arm();
    return () => {
      const index = this.#events.indexOf(event);
      if (index >= 0) this.#events.splice(index, 1);
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.after(ms, done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  /** Virtual time only: runs all events that are due in this time. */
  advance(ms: number): void {
    if (this.mode !== 'virtual') throw new Error('a real clock cannot be advanced');
    const end = this.#nowMs + ms;
    for (let event = this.#events[0]; event && event.atMs <= end; event = this.#events[0]) {
      this.#events.shift();
      this.#nowMs = Math.max(this.#nowMs, event.atMs);
      event.act();
    }
    this.#nowMs = end;
  }

  stop(): void {
    this.#events = [];
    clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.mode !== 'real') return;
    clearTimeout(this.#timer);
    const next = this.#events[0];
    if (next) this.#timer = setTimeout(() => this.#runDue(), Math.max(0, next.atMs - Date.now()));
  }

  #runDue(): void {
    const now = this.now();
    for (let event = this.#events[0]; event && event.atMs <= now; event = this.#events[0]) {
      this.#events.shift();
      event.act();
    }
    this.#arm();
  }
}

const isLater = (one: Event | undefined, other: Event): boolean =>
  one !== undefined && (one.atMs > other.atMs || (one.atMs === other.atMs && one.order > other.order));
