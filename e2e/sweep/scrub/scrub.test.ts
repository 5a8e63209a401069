/** Scrubs through all layers: a person's order, the server's steps, the client's agent, md on simulated machines, and the result on the volume. */
import { expect, it } from 'vitest';
import { repairOrdered } from '../../../apps/server/src/domain/scrub/scrub-requests.js';
import { descriptionOf } from '../description.js';
import { allTo, isAttached, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import { startScrub, stopScrub } from '../requests.js';

/** A raid10 of two sets, attached and written to. */
async function pairsOnClient() {
  const sweep = await withVolumes(1, ['pairs']);
  await allTo(sweep, 0);
  const { stored, fabric } = sweep;
  const [first] = stored.volumes.values();
  const [client] = sweep.clients;
  if (!first || !client) throw new Error('there is no volume');
  const volume = () => stored.volumes.get(first._id) ?? first;
  const last = () => volume().status.scrub?.last ?? null;
  const isMismatched = () => volume().status.conditions.find(({ type }) => type === 'MismatchesFound')?.status;
  const reported = () => {
    const [attachment] = stored.attachmentsOf(first._id);
    const report = stored.lastReport(client.id, 'attachment', attachment?._id ?? '');
    return report?.kind === 'attachment' ? report.observed.array?.scrub : undefined;
  };
  const scrubbed = async (expected = 'completed') => {
    const isOver = await until(sweep, () => volume().spec.scrub === null && last() !== null, 1_200_000);
    expect(isOver, descriptionOf(sweep).join('\n')).toBe(true);
    expect(last()?.outcome).toBe(expected);
    return last();
  };
  const begin = async () => {
    startScrub(stored, first._id);
    expect(await until(sweep, () => (reported()?.checkedBytes ?? 0) > 0)).toBe(true);
  };
  return { sweep, stored, fabric, client, id: first._id, volume, last, isMismatched, reported, scrubbed, begin };
}

it(
  'compares all of a volume in use, finds what one half alone has, and repairs it only by a separate order',
  async () => {
    const { sweep, stored, fabric, id, volume, isMismatched, scrubbed } = await pairsOnClient();
    startScrub(stored, id);
    const { sizeBytes } = volume().spec;
    const clean = await scrubbed();
    expect(clean).toMatchObject({ mismatchBytes: 0 });
    expect(clean?.checkedBytes).toBeGreaterThanOrEqual(sizeBytes);
    expect(isMismatched()).toBe('false');
    expect(() => repairOrdered(stored.world(id) as never, 'pairs', 'ann')).toThrow();

    const [, , , damaged] = volume().legs;
    fabric.damage(damaged?.nodeName ?? '', damaged?.driveSerial ?? '');
    startScrub(stored, id);
    expect((await scrubbed())?.mismatchBytes).toBe(65_536);
    expect(isMismatched()).toBe('true');

    const world = stored.world(id);
    if (!world) throw new Error('the volume is gone');
    stored.write(world, { volume: repairOrdered(world, 'pairs', 'ann'), attachments: world.attachments }, 'request');
    expect(await scrubbed()).toMatchObject({ action: 'repair', mismatchBytes: 65_536 });
    startScrub(stored, id);
    await until(sweep, () => volume().spec.scrub !== null, 10_000);
    expect(await scrubbed()).toMatchObject({ action: 'check', mismatchBytes: 0 });
    expect(isMismatched()).toBe('false');
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'pauses while a target is lost and while its legs resync, and goes on at its place',
  async () => {
    const { sweep, fabric, volume, reported, scrubbed, begin } = await pairsOnClient();
    await begin();
    const before = reported()?.checkedBytes ?? 0;
    const [lost] = volume().legs;
    fabric.kill(lost?.nodeName ?? '');
    expect(await until(sweep, () => reported()?.reason?.code === 'scrub-not-whole')).toBe(true);
    expect(reported()?.state).toBe('paused');
    expect(reported()?.checkedBytes).toBeGreaterThanOrEqual(before);
    const place = reported()?.checkedBytes ?? 0;
    for (let tick = 0; tick < 10; tick++) await sweep.tick(1_000);
    fabric.boot(lost?.nodeName ?? '');
    sweep.machines.find(({ name }) => name === lost?.nodeName)?.startAgent();
    expect(await until(sweep, () => reported()?.state === 'running', 600_000), descriptionOf(sweep).join('\n')).toBe(true);
    expect(reported()?.checkedBytes).toBeGreaterThanOrEqual(place);
    expect(await scrubbed()).toMatchObject({ mismatchBytes: 0 });
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'goes on after its agent ended, and after its client restarted',
  async () => {
    const { sweep, fabric, client, reported, scrubbed, begin } = await pairsOnClient();
    await begin();
    client.stopAgent();
    for (let tick = 0; tick < 3; tick++) await sweep.tick(1_000);
    client.startAgent();
    expect(await until(sweep, () => reported()?.state === 'running')).toBe(true);
    fabric.kill(client.name);
    client.stopAgent();
    await sweep.tick(1_000);
    fabric.boot(client.name);
    client.startAgent();
    expect(await until(sweep, () => isAttached(sweep) && reported()?.state === 'running', 600_000), descriptionOf(sweep).join('\n')).toBe(
      true,
    );
    expect(await scrubbed()).toMatchObject({ mismatchBytes: 0 });
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'ends at once when a person stops it, and leaves nothing of it in the kernel',
  async () => {
    const { stored, client, id, scrubbed, begin } = await pairsOnClient();
    await begin();
    stopScrub(stored, id);
    expect((await scrubbed('stopped'))?.checkedBytes).toBeGreaterThanOrEqual(0);
    const [array] = (await client.host.observeFast()).arrays;
    expect(array).toMatchObject({ syncAction: 'idle', check: { isMarked: false, fromBytes: 0 } });
  },
  TIMEOUT_MS,
);
