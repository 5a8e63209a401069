/** A database from before a move: agents that compare no history (the second line, docs/decisions/tenure.md) must refuse the former client by themselves. */
import { describe, expect, it } from 'vitest';
import { apply } from '../apply.js';
import { allTo, devicesOn, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import type { Sweep } from '../sweep.js';

const TARGETS = [0, 1, 2, 3];
const MIRRORS = ['mirror', 'pairs', 'triple'];
const ALL = ['linear', 'mirror', 'pairs', 'striped', 'triple'];
const [FORMER, LATER] = [0, 1];

/** Backs up while one client has the volumes, moves them to the other, and restores the backup with counters that every agent follows. */
async function restored(seed: number, names: string[], between: (sweep: Sweep) => unknown = () => undefined): Promise<Sweep> {
  const sweep = await withVolumes(seed, names);
  await allTo(sweep, FORMER);
  const backup = sweep.stored.backup();
  await allTo(sweep, LATER);
  expect(devicesOn(sweep, LATER)).toEqual(names);
  await between(sweep);
  sweep.stored.restore(backup, { generationsAhead: 1_000 });
  for (const machine of sweep.machines) machine.introduced = false;
  return sweep;
}

function loseLedgers(sweep: Sweep): void {
  for (const target of TARGETS) {
    apply(sweep, { atMs: 0, action: 'lose-ledger', a: target, b: 0 });
    apply(sweep, { atMs: 0, action: 'start-agent', a: target, b: 0 });
  }
}
function reboot(sweep: Sweep): void {
  for (const target of TARGETS) {
    apply(sweep, { atMs: 0, action: 'kill', a: target, b: 0 });
    apply(sweep, { atMs: 0, action: 'boot', a: target, b: 0 });
  }
}

describe('a database restored from before a move, with its generations followed (S3)', () => {
  it.each([1, 2])(
    'leaves the volumes with the later client, which keeps writing (seed %i)',
    async (seed) => {
      const sweep = await restored(seed, ALL);
      const { writes } = sweep;
      await until(sweep, () => false, 120_000);
      sweep.readAll();
      expect(sweep.violations).toEqual([]);
      expect(devicesOn(sweep, FORMER)).toEqual([]);
      expect(devicesOn(sweep, LATER)).toEqual(ALL);
      expect(sweep.writes - writes).toBeGreaterThan(20);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the former client out while targets without ledgers serve the later one',
    async () => {
      const sweep = await restored(1, ALL, loseLedgers);
      await until(sweep, () => false, 120_000);
      sweep.readAll();
      expect(sweep.violations).toEqual([]);
      expect(devicesOn(sweep, FORMER)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the former client out by the tenure in the ledgers of rebooted targets',
    async () => {
      const sweep = await restored(1, ALL);
      await sweep.tick(1_000);
      reboot(sweep);
      await until(sweep, () => false, 120_000);
      expect(sweep.violations).toEqual([]);
      expect(devicesOn(sweep, FORMER)).toEqual([]);
      expect(sweep.machines.flatMap(({ host }) => host.target.subsystems)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the former client out of rebooted targets that served the later one without their ledgers',
    async () => {
      const sweep = await restored(1, ALL, (each) => {
        loseLedgers(each);
        return until(each, () => false, 60_000);
      });
      await sweep.tick(1_000);
      reboot(sweep);
      await until(sweep, () => false, 120_000);
      expect(sweep.violations).toEqual([]);
      expect(devicesOn(sweep, FORMER)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'starts no mirror on the former client from superblocks alone when targets lost all state',
    async () => {
      const sweep = await restored(1, MIRRORS, (each) => {
        loseLedgers(each);
        reboot(each);
      });
      await until(sweep, () => false, 120_000);
      expect(sweep.violations).toEqual([]);
      expect(sweep.clients[FORMER]?.host.initiator.heads.length).toBeGreaterThan(0);
      expect(devicesOn(sweep, FORMER)).toEqual([]);
      expect(sweep.clients[FORMER]?.host.arrays.list).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
