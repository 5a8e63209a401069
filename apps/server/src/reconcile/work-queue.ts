import { Throttle } from '../core/load/throttle.js';

/** After this many changed keys the queue takes one unchanged key, so that no key starves. */
const BEFORE_ONE_LATER = 16;

/**
 * Keys to work on, each at most once, in order of arrival. A key that arrives during its own work is worked on again, because that work may have read old data.
 * Changed keys come before unchanged keys of a full pass: a pass over a thousand volumes delays no report. The queue pauses between unchanged keys, so that
 * the pass delays no request either.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly later = new Set<string>();
  private sinceLater = 0;
  private readonly working = new Set<string>();
  private wake: (() => void) | undefined;

  add(key: string): void {
    this.later.delete(key);
    this.waiting.add(key);
    this.wake?.();
  }

  /** Adds a key without a known change. */
  addLater(key: string): void {
    if (this.waiting.has(key)) return;
    this.later.add(key);
    this.wake?.();
  }

  get size(): number {
    return this.waiting.size + this.later.size;
  }

  /** Works on one key after another until the signal aborts. Start it once per lane. */
  async lane(work: (key: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const key = this.next();
      if (key === undefined) {
        await this.arrival(signal);
        continue;
      }
      const isLater = this.later.delete(key);
      this.sinceLater = isLater ? 0 : this.sinceLater + 1;
      this.waiting.delete(key);
      this.working.add(key);
      const throttle = new Throttle();
      try {
        await work(key);
      } finally {
        this.working.delete(key);
        this.wake?.();
      }
      if (isLater) await throttle.rest();
    }
  }

  private next(): string | undefined {
    const order = this.sinceLater >= BEFORE_ONE_LATER ? [this.later, this.waiting] : [this.waiting, this.later];
    for (const keys of order) for (const key of keys) if (!this.working.has(key)) return key;
    return undefined;
  }

  private arrival(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const before = this.wake;
      const done = () => {
        before?.();
        signal.removeEventListener('abort', done);
        if (this.wake === done) this.wake = undefined;
        resolve();
      };
      this.wake = done;
      signal.addEventListener('abort', done);
    });
  }
}
