/** A drive is removed and returns under a running volume. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { faultLab } from '../fault-lab.js';
import { Stamps } from '../stamps.js';

const lab = faultLab();

describe.sequential('drives', () => {
  test('row: drive removed and plugged again: only its leg fails, I/O continues, and the mirror recovers by itself', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const leg = mirror.volume.legs[0];
    if (!leg) throw new Error('a volume without legs');
    const target = now.fabric.machine(leg.node.name);
    await now.underLoad(mirror, async (load) => {
      await target.unplugDrive(leg.drive.serial);
      const lost = await until('a leg out of sync', 60, async () => {
        const outOfSync = (await now.volume(mirror)).legs.filter(({ inSync }) => !inSync);
        return outOfSync.length > 0 ? outOfSync.map(({ id }) => id) : undefined;
      });
      expect(lost).toEqual([leg.id]);
      await now.health(mirror, 'degraded', 10);
      await load.carriesIo(mirror.device);
      await target.plugDrive(leg.drive.serial);
      await now.health(mirror, 'healthy');
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: drive removed, then its client killed: the mirror starts without that leg, and no acknowledged write is lost', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const leg = mirror.volume.legs[0];
    if (!leg) throw new Error('a volume without legs');
    const target = now.fabric.machine(leg.node.name);
    const stamps = await Stamps.listen();
    await stamps.start(mirror.client, mirror.device, 'c1');
    await target.unplugDrive(leg.drive.serial);
    await now.health(mirror, 'degraded', 60);
    const last = () => Math.max(...stamps.acknowledged.values());
    const afterLoss = last();
    await until('writes acknowledged without the leg', 60, async () => (last() > afterLoss + 50 ? true : undefined));
    await mirror.client.kill();
    const acknowledged = stamps.acknowledged.size;
    await mirror.client.start();
    // The target may still offer the leg over live paths: reads of its superblock fail then, and the array does not need it.
    await until('the volume attached again by itself', 180, async () =>
      (await mirror.client.exec(`test -b ${mirror.device}`)).code === 0 ? true : undefined,
    );
    await now.health(mirror, 'degraded', 60);
    expect(await stamps.missing(mirror.client, mirror.device)).toEqual([]);
    console.log(`${acknowledged} blocks acknowledged outside the machine, all there`);
    stamps.close();
    await target.plugDrive(leg.drive.serial);
    await now.allLive(mirror);
    await now.same(mirror);
  });
});
