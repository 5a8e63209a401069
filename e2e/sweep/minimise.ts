import type { SweepEvent } from './events.js';
import { run } from './run.js';

/** Reduces events to those that a failure needs: leaves out groups of events, ever smaller, while something still fails. @returns them. */
export async function minimise(seed: number, events: readonly SweepEvent[], mostRuns = 60): Promise<SweepEvent[]> {
  let needed = [...events];
  let runs = 0;
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < needed.length && runs < mostRuns; runs++) {
      const without = needed.filter((_, index) => index < at || index >= at + size);
      const { violations } = await run(seed, without);
      if (violations.length > 0) needed = without;
      else at += size;
    }
  return needed;
}
