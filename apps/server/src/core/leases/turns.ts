import type { Lease, Leases } from './leases.js';
import { pause } from './pause.js';

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
  leases.run(name, async (lease) => {
    while (!lease.signal.aborted) {
      hasChanged = false;
      const isIdle = await turn(lease);
      if (hasChanged) continue;
      await pause(isIdle ? idleMs : turnMs, lease.signal, (ends) => {
        end = ends;
      });
    }
  });
  return () => {
    hasChanged = true;
    end();
  };
}
