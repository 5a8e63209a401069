/** Legs that do not return, or must not: Weft replaces them. */
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { COPIES, faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';
import { sectorOf } from '../target.js';

const lab = faultLab({ targets: COPIES + 1 });
/** md's data offset on every leg, and an offset in the middle of the load. */
const dataOffsetBytes = 8 * MiB;
const amidTheLoadBytes = 8 * MiB;

const first = (mirror: Mirror) => {
  const leg = mirror.volume.legs[0];
  if (!leg) throw new Error('a volume without legs');
  return { leg, target: lab.now.fabric.machine(leg.node.name) };
};

/** Waits until another leg has the index of the lost one, on another node than its partner. */
const replaced = (mirror: Mirror, lostId: string) =>
  until('a new leg in the place of the lost one', 240, async () => {
    const { legs, health } = await lab.now.volume(mirror);
    return health === 'healthy' && legs.length === COPIES && legs.every(({ id, inSync }) => id !== lostId && inSync) ? legs : undefined;
  });

describe.sequential('repair', () => {
  test('row: target gone for longer than rebuildDelay: its leg is replaced, and removed when the target returns', {
    timeout: 900_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', rebuildDelaySeconds: 10 });
    const { leg, target } = first(mirror);
    await now.underLoad(mirror, async (load) => {
      await target.kill();
      const legs = await replaced(mirror, leg.id);
      expect(new Set(legs.map(({ node }) => node.name)).size).toBe(COPIES);
      await load.carriesIo(mirror.device);
    });
    await now.same(mirror);
    await target.start();
    await now.fabric.online(target.name);
    await until('the old leg cleaned', 120, async () =>
      (await target.run('lvs --devicesfile weft --noheadings -o lv_name; true')).includes(leg.id) ? undefined : true,
    );
    await now.discard(mirror);
  });

  test('row: drive that returns write errors: its bad blocks are reported, and its leg is replaced', { timeout: 900_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', rebuildDelaySeconds: 45 });
    const { leg, target } = first(mirror);
    const sector = await sectorOf(target, leg.id, dataOffsetBytes + amidTheLoadBytes);
    await now.underLoad(mirror, async (load) => {
      // The same drive again, with a bad sector where the load writes.
      await target.unplugDrive(leg.drive.serial);
      await now.health(mirror, 'degraded');
      await target.plugDrive(leg.drive.serial, { failingSectors: [sector] });
      await until('bad blocks shown, the leg unhealthy', 120, async () => {
        const { array } = await now.attachment(mirror);
        const { legs } = await now.volume(mirror);
        const worn = array?.members.some(({ legId, badBlocks }) => legId === leg.id && badBlocks > 0);
        return worn && legs.some(({ id, health }) => id === leg.id && health === 'unhealthy') ? true : undefined;
      });
      await replaced(mirror, leg.id);
      await load.carriesIo(mirror.device);
    });
    await now.same(mirror);
    await now.discard(mirror);
  });
});
