import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.js';
import type { Run } from '../run/run.js';

/** @throws Failure at Ctrl-C */
export async function pause(run: Run, ms: number, said = 'Interrupted.'): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: run.signal });
  } catch {
    throw new Failure('interrupted', said);
  }
}
