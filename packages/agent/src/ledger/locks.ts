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
