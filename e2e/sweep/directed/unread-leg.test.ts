/** A client that starts a mirror again while a leg that the array does not need cannot be read. */
import { expect, it } from 'vitest';
import { descriptionOf } from '../description.js';
import { allTo, isAttached, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import { acceptLoss } from '../requests.js';
import type { Sweep } from '../sweep.js';

async function mirrorOnClient() {
  const sweep = await withVolumes(1, ['mirror']);
  await allTo(sweep, 0);
  const [volume] = sweep.stored.volumes.values();
  // Seed 1: the second leg is the anchor.
  const [other, anchor] = volume?.legs ?? [];
  const client = sweep.clients[0];
  if (!volume || !other || !anchor || !client) throw new Error('the mirror has not two legs');
  const health = () => sweep.stored.volumes.get(volume._id)?.status.health;
  const pullOther = () => sweep.fabric.removeDrive(other.nodeName, other.driveSerial);
  const inSync = () => sweep.stored.volumes.get(volume._id)?.legs.map((leg) => leg.status.inSync);
  return { sweep, volume, other, anchor, client, health, inSync, pullOther };
}

async function restart(sweep: Sweep, name: string): Promise<void> {
  const machine = sweep.machines.find((each) => each.name === name);
  if (machine?.host.up) sweep.fabric.kill(name);
  await sweep.tick(1_000);
  sweep.fabric.boot(name);
  machine?.startAgent();
}

const ticks = async (sweep: Sweep, count: number) => {
  for (let tick = 0; tick < count; tick++) await sweep.tick(1_000);
};

it(
  'starts without a failed leg whose drive answers with errors',
  async () => {
    const { sweep, client, health, inSync, pullOther } = await mirrorOnClient();
    pullOther();
    expect(await until(sweep, () => inSync()?.join() === 'false,true', 60_000)).toBe(true);
    await restart(sweep, client.name);
    const isBack = await until(sweep, () => isAttached(sweep) && health() === 'degraded', 120_000);
    expect(isBack, descriptionOf(sweep).join('\n')).toBe(true);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'waits for a person if no superblock lists the failed leg as failed, and starts after the accepted loss',
  async () => {
    const { sweep, volume, other, anchor, client, health, inSync, pullOther } = await mirrorOnClient();
    sweep.fabric.kill(anchor.nodeName);
    await ticks(sweep, 4);
    // md fails the leg, but cannot write that to the other leg, which waits for a path.
    pullOther();
    await ticks(sweep, 20);
    expect(inSync()).toEqual([false, true]);
    sweep.fabric.kill(client.name);
    await restart(sweep, anchor.nodeName);
    await restart(sweep, client.name);
    await ticks(sweep, 120);
    expect(health()).toBe('unavailable');
    acceptLoss(sweep.stored, volume._id, [other.id]);
    sweep.fabric.runAllowed = true;
    const isBack = await until(sweep, () => isAttached(sweep) && health() === 'healthy');
    expect(isBack, descriptionOf(sweep).join('\n')).toBe(true);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);
