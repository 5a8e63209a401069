import { steadyMs } from '../clock/steady-clock.js';

/**
 * Holds a step back until its start. The server sends the time until then when every client is ready; each counts it by its steady clock, so that their
 * clocks do not have to agree.
 */
export class StartGate {
  /** Steady time of the start; null: not ordered yet. */
  #atMs: number | null = null;
  #heard: () => void = () => undefined;

  /** The start may be ordered again: the first order counts. */
  open(atMs: number): void {
    this.#atMs ??= atMs;
    this.#heard();
  }

  /**
   * Resolves at the start, or at once if it is over.
   * @returns how late that is, ms; null: no start was ordered within `withinMs`, or the signal aborted
   */
  async pass(withinMs: number, signal: AbortSignal): Promise<number | null> {
    if (this.#atMs === null && !signal.aborted) await this.#wait(withinMs, signal);
    if (this.#atMs === null) return null;
    await this.#wait(Math.max(0, this.#atMs - steadyMs()), signal, { isTime: true });
    return signal.aborted ? null : steadyMs() - this.#atMs;
  }

  /** Until the time is over, the signal aborts, or, unless `isTime`, the start is ordered. */
  #wait(ms: number, signal: AbortSignal, { isTime = false } = {}): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#heard = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      if (!isTime) this.#heard = done;
      if (signal.aborted) done();
    });
  }
}
