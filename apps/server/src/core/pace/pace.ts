/** What is a slow database's fault is not rested for as well. */
const LONGEST_REST_MS = 100;

/**
 * The pace of long work that nobody waits for, such as a look at everything: after each piece it rests as long as the piece took. Requests and reports
 * find the process and the database free at least half of the time, however much there is to do and however fast the machine is.
 */
export class Pace {
  private began = performance.now();

  /** `longestRestMs`: for work that has to be done in time all the same. */
  constructor(private readonly longestRestMs = LONGEST_REST_MS) {}

  /** Call it between pieces of some milliseconds. Shorter ones need no rest yet: they count into the next. */
  async rest(): Promise<void> {
    const ms = Math.min(LONGEST_REST_MS, this.longestRestMs, performance.now() - this.began);
    if (ms < 1) return;
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.began = performance.now();
  }
}
