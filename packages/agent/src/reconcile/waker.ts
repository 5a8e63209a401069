/** Other steps wait this long after a part of a freeze, so that the client's hold ends first. */
const REST_MS = 500;

/** A pause that can be cut short. A call before the pause begins counts for it too. */
export class Waker {
  #wake: (() => void) | null = null;
  #woken = false;

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Until the servers have been told, and then until the client that waits for it has let go as a rule. Anything new ends it. */
  async rest(told?: () => Promise<void>): Promise<void> {
    if (!told) return;
    this.#woken = false;
    await told();
    await this.sleep(REST_MS);
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#wake = null;
    this.#woken = false;
  }
}
