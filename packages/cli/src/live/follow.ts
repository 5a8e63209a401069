import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.js';
import type { Found } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';

/** Events come in seconds; a list of them is one cheap request. */
const EVERY_MS = 2000;

/** Prints events that are new or have changed, until Ctrl-C. */
export async function followEvents(run: Run, query: Record<string, unknown>, shown: readonly Found[]): Promise<void> {
  const revisions = new Map(shown.map(({ id, revision }) => [id, revision]));
  let from = new Date(Date.now() - 60_000).toISOString();
  for (;;) {
    await pause(run, EVERY_MS);
    const next = new Date(Date.now() - 60_000).toISOString();
    const { items } = await run.resolver.all('/api/v1/events', { ...query, from });
    from = next;
    const fresh = items.filter(({ id, revision }) => revisions.get(id) !== revision);
    for (const { id, revision } of fresh) revisions.set(id, revision);
    if (fresh.length > 0) await run.print('event', { items: fresh });
  }
}

/** @throws Failure at Ctrl-C */
export async function pause(run: Run, ms: number): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: run.signal });
  } catch {
    throw new Failure('interrupted', 'Interrupted.');
  }
}
