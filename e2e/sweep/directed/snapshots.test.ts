/** Snapshots of the thin volume, one fault at a time (docs/decisions/thin-legs.md). */
import { expect, it } from 'vitest';
import { descriptionOf } from '../description.js';
import { allTo, isAttached, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import type { SweepMachine } from '../machine.js';
import { attach, detach } from '../requests.js';
import type { Sweep } from '../sweep.js';
import { rollBack, takeSnapshot } from '../thin-snapshots.js';

async function thinOnClient(seed: number) {
  const sweep = await withVolumes(seed, ['thin']);
  await allTo(sweep, 0);
  const [volume] = [...sweep.stored.volumes.values()];
  if (!volume) throw new Error('there is no volume');
  return { sweep, volume };
}
const snapshotOf = ({ stored }: Sweep) => [...stored.volumes.values()].find(({ spec }) => spec.snapshot);
const ticks = async (sweep: Sweep, count: number) => {
  for (let tick = 0; tick < count; tick++) await sweep.tick(1_000);
};
/** In shorter steps than the bound of a hold. */
async function isOver(sweep: Sweep): Promise<boolean> {
  for (let tick = 0; tick < 900 && sweep.stored.sets.size > 0; tick++) await sweep.tick(1_000);
  return sweep.stored.sets.size === 0;
}

it(
  'has what was written when it was taken, for a reader on another client and for its volume',
  async () => {
    const { sweep, volume } = await thinOnClient(1);
    takeSnapshot(sweep.stored, [volume._id]);
    expect(await isOver(sweep)).toBe(true);
    const taken = snapshotOf(sweep);
    expect(taken?.spec.snapshot, descriptionOf(sweep).join('\n')).toMatchObject({ isPending: false, heldMs: expect.any(Number) });
    const before = sweep.writes;
    await ticks(sweep, 30);
    expect(sweep.writes).toBeGreaterThan(before + 10);

    attach(sweep.stored, taken?._id ?? '', sweep.clients[1]?.id ?? '', 'readonly');
    expect(await until(sweep, () => isAttached(sweep))).toBe(true);
    await ticks(sweep, 30);
    sweep.readAll();
    // What it must not have: something that was written after it.
    const later = sweep.offsetsOf(volume._id).filter((offset) => !sweep.contents.isSame(volume._id, taken?._id ?? '', offset));
    expect(later.length).toBeGreaterThan(3);
    expect(sweep.violations).toEqual([]);

    for (const { _id } of [...sweep.stored.attachments.values()]) detach(sweep.stored, _id);
    expect(await until(sweep, () => sweep.stored.attachments.size === 0)).toBe(true);
    const snapshot = snapshotOf(sweep) ?? expect.fail('the snapshot is gone');
    rollBack(sweep.stored, snapshot);
    sweep.contents.copied(snapshot._id, volume._id);
    expect(await until(sweep, () => !sweep.stored.volumes.get(volume._id)?.spec.rollBack)).toBe(true);
    attach(sweep.stored, volume._id, sweep.clients[1]?.id ?? '', 'exclusive');
    expect(await until(sweep, () => isAttached(sweep))).toBe(true);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Ends one of them, waits for longer than a hold may last, and begins it again. */
async function endFor(
  sweep: Sweep,
  ended: 'client' | 'target' | 'server' | 'agent',
  client: SweepMachine,
  target: SweepMachine,
): Promise<void> {
  if (ended === 'client') sweep.fabric.kill(client.name);
  if (ended === 'target') sweep.fabric.kill(target.name);
  if (ended === 'server') sweep.serverUp = false;
  if (ended === 'agent') client.stopAgent();
  await ticks(sweep, 40);
  expect(client.host.up && client.host.mappings.list.some(({ suspended }) => suspended)).toBe(false);
  sweep.serverUp = true;
  for (const { name, host } of [client, target]) if (!host.up) sweep.fabric.boot(name);
  for (const machine of [client, target]) if (!machine.isRunning) machine.startAgent();
}

it.each(['client', 'target', 'server', 'agent'] as const)(
  'is one, or is gone, when the %s ends at any moment; its volume is held for a bounded time',
  async (ended) => {
    const outcomes = new Set<string>();
    for (let moment = 0; moment < 8; moment++) {
      const { sweep, volume } = await thinOnClient(10 + moment);
      const [client] = sweep.clients;
      const target = sweep.machines.find(({ id }) => id === volume.legs[0]?.nodeId);
      if (!client || !target) throw new Error('there are no machines');
      takeSnapshot(sweep.stored, [volume._id]);
      await ticks(sweep, moment);
      await endFor(sweep, ended, client, target);
      expect(await isOver(sweep), descriptionOf(sweep).join('\n')).toBe(true);
      const left = snapshotOf(sweep);
      const isTaken = left !== undefined && left.status.state !== 'deleting';
      outcomes.add(isTaken ? 'taken' : 'gone');
      if (isTaken) {
        expect(left.spec.snapshot?.isPending).toBe(false);
        attach(sweep.stored, left._id, sweep.clients[1]?.id ?? '', 'readonly');
      }
      expect(await until(sweep, () => isAttached(sweep)), descriptionOf(sweep).join('\n')).toBe(true);
      sweep.readAll();
      expect(sweep.violations, `${ended}, ${moment} s`).toEqual([]);
    }
    // The moments are spread over all of it.
    expect([...outcomes].sort()).toEqual(['gone', 'taken']);
  },
  TIMEOUT_MS,
);
