/** One side of a mirror is lost, and comes back. */
import { describe, expect, test } from 'vitest';
import { faultLab } from '../fault-lab.js';
import { killTarget } from '../killed-target.js';

const lab = faultLab();

describe.sequential('legs', () => {
  test('row: target machine killed: non-anchor', () => killTarget(lab.now, false));

  test('row: drive removed and plugged again', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const leg = mirror.volume.legs[0];
    if (!leg) throw new Error('a volume without legs');
    const target = now.fabric.machine(leg.node.name);
    await now.underLoad(mirror, async (load) => {
      await target.unplugDrive(leg.drive.serial);
      await now.health(mirror, 'degraded', 60);
      const { legs } = await now.volume(mirror);
      expect(legs.filter(({ inSync }) => !inSync).map(({ id }) => id)).toEqual([leg.id]);
      await load.carriesIo(mirror.device);
      await target.plugDrive(leg.drive.serial);
      await now.health(mirror, 'healthy');
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });
});
