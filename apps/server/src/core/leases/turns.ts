import type { Lease, Leases } from './leases.js';

interface Work {
  /** Name of the lease. */
  lease: string;
  /** Pause between turns while there is work, and without work. */
  turnMs: number;
  idleMs: number;
  /** @returns whether there is no work */
  turn: (lease: Lease) => Promise<boolean>;
}

/**
 * Turns of level-triggered work on the server that holds a lease.
 * @returns ends the present pause. A call during a turn makes the next one follow at once.
 */
export function runTurns(leases: Pick<Leases, 'run'>, { lease: name, turnMs, idleMs, turn }: Work): () => void {
  let hasChanged = false;
  let end: () => void = () => undefined;
  const pause = (signal: AbortSignal, ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      end = done;
      if (signal.aborted) done();
    });
  leases.run(name, async (lease) => {
    while (!lease.signal.aborted) {
      hasChanged = false;
      const isIdle = await turn(lease);
      if (!hasChanged) await pause(lease.signal, isIdle ? idleMs : turnMs);
    }
  });
  return () => {
    hasChanged = true;
    end();
  };
}
