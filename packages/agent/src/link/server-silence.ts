/** Seconds that a probe may be late. */
const LATE = 2;
const GAPS = 5;

/**
 * Notices a server that no longer sends its probes (a lost machine ends no connection). It counts ticks of one second instead of reading a clock: a process
 * that was paused or busy itself makes no ticks, so its own pause does not count as the server's.
 */
export class ServerSilence {
  #ticks = 0;
  readonly #gaps: number[] = [];
  #probes = 0;

  probed(): void {
    if (this.#probes++ > 0) this.#gaps.push(this.#ticks);
    if (this.#gaps.length > GAPS) this.#gaps.shift();
    this.#ticks = 0;
  }

  /** Called once a second. @returns whether a probe is overdue. Without two probes, the interval of the server is unknown. */
  tick(): boolean {
    this.#ticks++;
    return this.#gaps.length > 0 && this.#ticks >= Math.max(...this.#gaps, 1) + LATE;
  }
}
