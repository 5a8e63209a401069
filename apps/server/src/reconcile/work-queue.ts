import { Throttle } from '../core/load/throttle.js';

/** After this many changed keys the queue takes one unchanged key, so that no key starves. */
const BEFORE_ONE_LATER = 16;
/** After a calm key no other is taken for so many times as long as its work took: a tenth of the time, however many there are. */
const CALM_RESTS = 9;
/** Work that takes longer has waited for a slow database. */
const LONGEST_CALM_MS = 100;

/**
 * Keys to work on, each at most once, in order of arrival. A key that arrives during its own work is worked on again, because that work may have read old data.
 * Changed keys come before unchanged keys of a full pass: a pass over a thousand volumes delays no report. The queue pauses between unchanged keys, so that
 * the pass delays no request either. Calm keys come last and one at a time, in a tenth of the time: checks that find nothing as a rule.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly later = new Set<string>();
  private readonly calm = new Set<string>();
  /** No calm key is taken before this time (of `performance.now`). */
  private calmFrom = 0;
  private sinceLater = 0;
  private readonly working = new Set<string>();
  private wake: (() => void) | undefined;

  add(key: string): void {
    this.later.delete(key);
    this.calm.delete(key);
    this.waiting.add(key);
    this.wake?.();
  }

  /** Adds a key without a known change. */
  addLater(key: string): void {
    if (this.waiting.has(key)) return;
    this.calm.delete(key);
    this.later.add(key);
    this.wake?.();
  }

  /** Adds a key without a known change, for a check that can wait: the time until its turn grows with the number of keys. */
  addCalm(key: string): void {
    if (this.waiting.has(key) || this.later.has(key)) return;
    this.calm.add(key);
    this.wake?.();
  }

  get size(): number {
    return this.waiting.size + this.later.size + this.calm.size;
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
      const isCalm = this.calm.delete(key);
      this.sinceLater = isLater || isCalm ? 0 : this.sinceLater + 1;
      if (isCalm) this.calmFrom = Number.POSITIVE_INFINITY;
      const began = performance.now();
      this.waiting.delete(key);
      this.working.add(key);
      const throttle = new Throttle();
      try {
        await work(key);
      } finally {
        this.working.delete(key);
        const now = performance.now();
        if (isCalm) this.calmFrom = now + CALM_RESTS * Math.min(LONGEST_CALM_MS, now - began);
        this.wake?.();
      }
      if (isLater) await throttle.rest();
    }
  }

  private next(): string | undefined {
    const calm = performance.now() >= this.calmFrom ? [this.calm] : [];
    const unchanged = [this.later, ...calm];
    const order = this.sinceLater >= BEFORE_ONE_LATER ? [...unchanged, this.waiting] : [this.waiting, ...unchanged];
    for (const keys of order) for (const key of keys) if (!this.working.has(key)) return key;
    return undefined;
  }

  private arrival(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const before = this.wake;
      let timer: NodeJS.Timeout | undefined;
      const done = () => {
        clearTimeout(timer);
        before?.();
        signal.removeEventListener('abort', done);
        if (this.wake === done) this.wake = undefined;
        resolve();
      };
      this.wake = done;
      signal.addEventListener('abort', done);
      const waitMs = this.calmFrom - performance.now();
      if (this.calm.size > 0 && Number.isFinite(waitMs)) timer = setTimeout(done, Math.max(1, Math.ceil(waitMs))).unref();
    });
  }
}
