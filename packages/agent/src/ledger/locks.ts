/** Runs tasks of one key one after the other; different keys do not wait for each other. */
export class Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

  async hold<T>(key: string | null, task: () => Promise<T>): Promise<T> {
    if (key === null) return task();
    const before = this.#tails.get(key) ?? Promise.resolve();
    // The previous task's caller handles its outcome.
    const mine = before.then(task, task);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }
}

/** At most `size` tasks at once; the others wait in order. */
export class Pool {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  constructor(readonly size: number) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The slot goes to the next task directly, so that a new one cannot take it in between.
      if (next) next();
      else this.#running--;
    }
  }
}
