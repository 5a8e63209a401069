/** A case that random events seldom reach: the forced move of a volume whose client keeps writing, while no server reaches a target or the client itself. */
import { expect, test } from 'vitest';
import type { SweepEvent } from '../events.js';
import { run } from '../run.js';

/** Longer than the time after which a server considers a node lost. */
const LOST_MS = 30_000;

/** The mirror is the first volume, and targets come first among the machines. */
const events = (target: number): SweepEvent[] => [
  { atMs: 1_000, action: 'cut-link', a: target, b: 0 },
  { atMs: LOST_MS, action: 'force', a: 0, b: 0 },
  ...[5, 10, 15, 25].map((seconds) => ({ atMs: LOST_MS + seconds * 1000, action: 'state-off' as const, a: 0, b: 0 })),
  { atMs: LOST_MS + 100_000, action: 'mend-link', a: target, b: 0 },
];

test.each([0, 1, 2, 3].flatMap((target) => [1, 2, 3, 4, 5].map((seed) => [target + 1, seed] as const)))(
  'loses no write in a forced move while servers cannot reach t%i, seed %i (S3, S13)',
  async (target, seed) => {
    const { violations, told } = await run(seed, events(target - 1), { writesBetween: 1, slowTurns: 0.7 });
    expect(violations).toEqual([]);
    expect(told.join('; ')).toMatch(/take mirror from c1/);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'loses no write in a forced move from a client that servers cannot reach, seed %i (S3)',
  async (seed) => {
    const c1 = 4;
    const silent: SweepEvent[] = [
      { atMs: 1_000, action: 'cut-link', a: c1, b: 0 },
      { atMs: LOST_MS, action: 'force', a: 0, b: 0 },
      { atMs: LOST_MS + 100_000, action: 'mend-link', a: c1, b: 0 },
    ];
    const { violations, told } = await run(seed, silent, { writesBetween: 1, slowTurns: 0.7 });
    expect(violations).toEqual([]);
    expect(told.join('; ')).toMatch(/c1 cut from the server.*take mirror from c1/);
  },
);
