/** Data that machines lose or cannot read, one at a time: random events seldom let it last long enough, and some losses are permanent. */
import { describe, expect, it } from 'vitest';
import { apply } from '../apply.js';
import { allTo, LONG_MS, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import type { SweepEvent } from '../events.js';
import { run } from '../run.js';

/** Positions among the machines; the last two are clients. */
const TARGETS = [0, 1];
const MACHINES = [0, 4];

describe('LVM that hangs on one target', () => {
  it.each([0])(
    'replaces no leg that md has in sync (target %i)',
    async (target) => {
      const events: SweepEvent[] = [
        { atMs: 1_000, action: 'hang-lvm', a: target, b: 0 },
        { atMs: LONG_MS, action: 'free-lvm', a: target, b: 0 },
      ];
      expect((await run(1, events)).violations).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('an agent whose ledger is lost', () => {
  it.each(MACHINES)(
    'continues from the observed state and its assignment (machine %i)',
    async (machine) => {
      const events: SweepEvent[] = [
        { atMs: 1_000, action: 'lose-ledger', a: machine, b: 0 },
        { atMs: 30_000, action: 'start-agent', a: machine, b: 0 },
        { atMs: 90_000, action: 'kill', a: machine, b: 0 },
        { atMs: 120_000, action: 'boot', a: machine, b: 0 },
      ];
      expect((await run(1, events)).violations).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('a target that is reinstalled with blank drives (S2)', () => {
  it.each(TARGETS)(
    'exports no zeros in place of data, and repairs mirrors (target %i)',
    async (target) => {
      const sweep = await withVolumes(target + 1);
      const volumes = () => [...sweep.stored.volumes.values()];
      await allTo(sweep, 0);
      for (let tick = 0; tick < 20; tick++) await sweep.tick(1_000);
      expect(sweep.writes).toBeGreaterThan(20);
      apply(sweep, { atMs: 0, action: 'reinstall', a: target, b: 0 });
      const isOn = (legs: readonly { nodeId: string }[]) => legs.some(({ nodeId }) => nodeId === sweep.machines[target]?.id);
      const bare = volumes().filter(({ array, legs }) => !array && isOn(legs));
      // The default rebuild delay is 600 s.
      await until(sweep, () => false, 2 * LONG_MS);
      sweep.readAll();
      expect(sweep.violations).toEqual([]);
      for (const { _id } of bare) expect(sweep.stored.volumes.get(_id)).toMatchObject({ status: { health: 'unavailable' } });
      for (const {
        name,
        status: { health },
      } of volumes().filter(({ array }) => array))
        expect([name, health]).toEqual([name, 'healthy']);
    },
    TIMEOUT_MS,
  );
});
