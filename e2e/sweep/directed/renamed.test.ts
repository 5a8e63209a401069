/** Between a plan and its steps the kernel gives the names of idle legs to other legs: each step then meets another device than the planned one. */
import { expect, it } from 'vitest';
import { devicesOf } from '../../../packages/agent/src/host/identity.js';
import { allTo, devicesOn, TIMEOUT_MS, until, withVolumes } from '../directed.js';

const ALL = ['linear', 'mirror', 'pairs', 'striped', 'triple'];
const SEEDS = [1, 2, 3];

it.each(SEEDS)(
  'assembles no volume from wrong legs when device names change between steps (seed %i)',
  async (seed) => {
    const sweep = await withVolumes(seed, ALL);
    let renames = 0;
    for (const { host } of sweep.clients) {
      let steps = 0;
      host.takes = async (operation) => {
        if (devicesOf(operation).length === 0 || ++steps % 2 === 0) return;
        const before = host.initiator.heads.map(({ device }) => device).join();
        sweep.fabric.renameDevices(host.name);
        if (host.initiator.heads.map(({ device }) => device).join() !== before) renames += 1;
      };
    }
    for (const client of [0, 1, 0]) {
      await allTo(sweep, client);
      expect(devicesOn(sweep, client)).toEqual(ALL);
      // Idle legs of one client, and mirrors to repair: legs return under other names.
      const target = sweep.machines[client];
      sweep.fabric.kill(target?.name ?? '');
      target?.stopAgent();
      await until(sweep, () => false, 20_000);
      sweep.fabric.boot(target?.name ?? '');
      target?.startAgent();
      const isHealthy = () => [...sweep.stored.volumes.values()].every(({ status: { health } }) => health === 'healthy');
      expect(await until(sweep, isHealthy)).toBe(true);
    }
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
    expect(renames).toBeGreaterThan(5);
  },
  TIMEOUT_MS,
);
