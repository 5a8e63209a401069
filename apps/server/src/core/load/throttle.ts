/** Longest rest. A piece that takes longer has waited for a slow database, and that wait needs no rest. */
const LONGEST_REST_MS = 100;

/**
 * Slows long background work down, such as a check of all objects: after each piece it rests as long as the piece took. The process and the database
 * stay free for requests and reports at least half of the time, however much work there is and however fast the machine is.
 */
export class Throttle {
  private began = performance.now();

  /** `longestRestMs`: shorter limit of one rest, for work that has a deadline. */
  constructor(private readonly longestRestMs = LONGEST_REST_MS) {}

  /** Call it between pieces of a few milliseconds. It does not rest after less than 1 ms; that time counts toward the next rest. */
  async rest(): Promise<void> {
    const ms = Math.min(LONGEST_REST_MS, this.longestRestMs, performance.now() - this.began);
    if (ms < 1) return;
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.began = performance.now();
  }
}
