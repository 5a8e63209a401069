/**
 * Random faults and requests by seed (docs/faults.md, "Any faults at once"). A failing seed prints its events, and those that the failure needs:
 * `WEFT_SWEEP_SEEDS=93 npm run test:unit -- e2e/sweep` runs it again and leaves out unneeded events, `WEFT_SWEEP_SEEDS=1-200` runs a range.
 */
import { expect, test } from 'vitest';
import { eventsOf } from './events.js';
import { minimise } from './minimise.js';
import { run } from './run.js';

/** Seeds of every test run: each pace, and each length but the longest. */
const KEPT = '1-9';
/** Numbers of faults and requests in a seed. */
const LENGTHS = [6, 12, 24, 48];
/** Time limit of one seed, including the many runs that minimise it. */
const TIMEOUT_MS = 900_000;

const [first = 1, last = first] = (process.env.WEFT_SWEEP_SEEDS ?? KEPT).split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at);
const lengthOf = (seed: number): number => LENGTHS[Math.floor(seed / 4) % LENGTHS.length] ?? 12;

test.each(seeds)(
  'loses no write, hangs nowhere and leaves nothing behind after random faults (seed %i)',
  async (seed) => {
    const events = eventsOf(seed, lengthOf(seed));
    const { violations, told, writes } = await run(seed, events);
    expect(writes, 'writes that were acknowledged').toBeGreaterThan(20);
    if (violations.length === 0) return;
    const needed = seeds.length === 1 ? await run(seed, await minimise(seed, events)) : null;
    const small = needed ? ['', 'What of it was needed:', ...needed.told, ...needed.violations] : [];
    expect.fail([`Seed ${seed} (WEFT_SWEEP_SEEDS=${seed}):`, ...told, ...violations, ...small].join('\n'));
  },
  TIMEOUT_MS,
);
