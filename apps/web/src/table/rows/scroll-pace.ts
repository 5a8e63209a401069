/** Without a fast scroll event for this long, the list is slow again, milliseconds. */
const SLOW_AFTER_MS = 120;

/** Whether a list scrolls faster than anybody reads. Rows that appear meanwhile leave out their late columns, and hear when it is slow again. */
export class ScrollPace {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  get isFast(): boolean {
    return this.timer !== undefined;
  }

  fast(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const listeners = [...this.listeners];
      this.listeners.clear();
      for (const listener of listeners) listener();
    }, SLOW_AFTER_MS);
  }

  /** Calls the listener once, when the list is slow. @returns a function that ends the wait. */
  onceSlow(listener: () => void): () => void {
    if (!this.isFast) {
      listener();
      return () => {};
    }
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
