import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from './held-lease.js';

/**
 * Runs `turn` again and again while the lease is held, with a pause of `everyMs` after each. The end of the lease ends the pause.
 * @throws the error of a turn, and an AbortError when the lease ends in a pause; `Leases.run` handles both.
 */
export async function whileHeld({ signal }: Pick<Lease, 'signal'>, everyMs: number, turn: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await turn();
    await delay(everyMs, undefined, { signal, ref: false });
  }
}

/** `work`, which a call runs only if its last run began more than `everyMs` ago. */
export function atMostEvery(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let ranAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - ranAt <= everyMs) return;
    ranAt = now;
    await work();
  };
}
