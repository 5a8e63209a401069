/** A drive is removed and returns under a running volume. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { faultLab } from '../fault-lab.js';

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
});
