import { Pace } from '../core/pace/pace.js';

/** So many keys that something happened to go before one that is only looked at again: nobody waits for ever. */
const BEFORE_ONE_LATER = 16;

/**
 * Keys waiting to be worked on, each at most once, in order of arrival. A key that arrives while it is worked on is worked on again:
 * what it saw may be old. What happened goes before what is only looked at again: a pass over a thousand volumes holds up no report, and as it
 * rests between them, no request.
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

  /** Nothing is known to have happened to it. */
  addLater(key: string): void {
    if (this.waiting.has(key)) return;
    this.later.add(key);
    this.wake?.();
  }

  get size(): number {
    return this.waiting.size + this.later.size;
  }

  /** Works on one key after another until the signal aborts. Run it several times for several lanes. */
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
      const pace = new Pace();
      try {
        await work(key);
      } finally {
        this.working.delete(key);
        if (this.waiting.has(key) || this.later.has(key)) this.wake?.();
      }
      if (isLater) await pace.rest();
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
