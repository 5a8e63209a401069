import { setTimeout as sleep } from 'node:timers/promises';

/** Longest time that one call works, whatever its deadline. The caller repeats it, and finds what was done. */
export const LONGEST_CALL_MS = 60_000;
/** The answer leaves so long before the caller gives up. */
const MARGIN_MS = 500;
/** A state is read so often at first, because most changes take less than a second, and so rarely later. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;

/** One call of a container orchestrator, and the time that is left for it. */
export class Call {
  readonly endsAt: number;

  /** @param deadline of the caller, in milliseconds since 1970; Infinity: none */
  constructor(
    deadline: number,
    private readonly now: () => number = Date.now,
  ) {
    this.endsAt = Math.min(deadline - MARGIN_MS, now() + LONGEST_CALL_MS);
  }

  get remainingMs(): number {
    return Math.max(0, this.endsAt - this.now());
  }

  /** Reads a state until it is there. @returns undefined when the call has no time left; whatever was started continues */
  async until<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
      const state = await read();
      if (state !== undefined) return state;
      if (this.remainingMs <= pause) return undefined;
      await sleep(pause);
    }
  }
}
