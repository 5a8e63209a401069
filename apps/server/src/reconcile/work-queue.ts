/**
 * Keys waiting to be worked on, each at most once, in order of arrival. A key that arrives while it is worked on is worked on again:
 * what it saw may be old.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly working = new Set<string>();
  private wake: (() => void) | undefined;

  add(key: string): void {
    this.waiting.add(key);
    this.wake?.();
  }

  get size(): number {
    return this.waiting.size;
  }

  /** Works on one key after another until the signal aborts. Run it several times for several lanes. */
  async lane(work: (key: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const key = this.next();
      if (key === undefined) {
        await this.arrival(signal);
        continue;
      }
      this.waiting.delete(key);
      this.working.add(key);
      try {
        await work(key);
      } finally {
        this.working.delete(key);
        if (this.waiting.has(key)) this.wake?.();
      }
    }
  }

  private next(): string | undefined {
    for (const key of this.waiting) if (!this.working.has(key)) return key;
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
