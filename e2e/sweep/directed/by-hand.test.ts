/** A person or udev starts arrays from the legs that are present: no write is lost by it, and nothing is started on top (S4, S11). */
import { expect, it } from 'vitest';
import { startByHand } from '../apply.js';
import { allTo, devicesOn, isAttached, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import type { Sweep } from '../sweep.js';

const SEEDS = [1, 2, 3];

/** Switches all of a target's storage NICs. */
function setWay(sweep: Sweep, target: string, isUp: boolean): void {
  for (const { name } of sweep.machines.find((each) => each.name === target)?.host.spec.nics ?? []) sweep.fabric.setNic(target, name, isUp);
}

it.each(SEEDS)(
  'does not adopt a mirror that is started by hand on a leg that missed writes (seed %i)',
  async (seed) => {
    const sweep = await withVolumes(seed, ['mirror']);
    await allTo(sweep, 0);
    const [client] = sweep.clients;
    const [volume] = sweep.stored.volumes.values();
    const [behind, ahead] = volume?.legs ?? [];
    if (!client || !volume || !behind || !ahead) throw new Error('there is no mirror');
    // One leg misses the next writes.
    setWay(sweep, behind.nodeName, false);
    await until(sweep, () => sweep.stored.volumes.get(volume._id)?.status.health === 'degraded', 60_000);
    for (let tick = 0; tick < 20; tick++) await sweep.tick(1_000);
    // The client restarts and sees only that leg.
    sweep.fabric.kill(client.name);
    client.stopAgent();
    setWay(sweep, behind.nodeName, true);
    setWay(sweep, ahead.nodeName, false);
    sweep.fabric.boot(client.name);
    client.startAgent();
    const head = () => client.host.initiator.heads.find(({ uuid }) => uuid === behind.id);
    expect(await until(sweep, () => head() !== undefined, 60_000)).toBe(true);
    expect(client.host.arrays.list).toEqual([]);
    expect(startByHand(client, volume, 0)).toContain('starts mirror by hand');
    await until(sweep, () => false, 20_000);
    expect(devicesOn(sweep, 0)).toEqual([]);
    expect(client.host.arrays.list).toEqual([]);
    // Both legs are present again.
    setWay(sweep, ahead.nodeName, true);
    expect(await until(sweep, () => isAttached(sweep) && devicesOn(sweep, 0).length > 0)).toBe(true);
    await until(sweep, () => sweep.stored.volumes.get(volume._id)?.status.health === 'healthy', 900_000);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
    expect(sweep.stored.volumes.get(volume._id)?.status.health).toBe('healthy');
  },
  TIMEOUT_MS,
);
