/** A mirror without any I/O: md notices a lost half only by a write. Nobody writes here, and each half has to come back all the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { faultLab } from '../fault-lab.js';

const lab = faultLab({ targets: 2, clients: 1 });
/** Longer than the paths of a leg that is no anchor fail fast, and than the agent waits before it ends them. */
const AWAY_MS = 45_000;
/** md clears its bitmap and marks the array as clean some seconds after the last write (drivers/md/md-bitmap.c): those are writes too. */
const SETTLES_MS = 30_000;

describe.sequential('an idle mirror', () => {
  test('row: each target is without power in turn, and nobody writes: each half comes back, and I/O goes on', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    await mirror.client.run(`dd if=/dev/urandom of=${mirror.device} bs=1M count=16 oflag=direct 2>/dev/null`, { timeoutSeconds: 120 });
    for (const { node } of mirror.volume.legs) {
      const target = now.fabric.machine(node.name);
      await sleep(SETTLES_MS);
      await target.kill();
      await now.health(mirror, 'degraded');
      await sleep(AWAY_MS);
      const { array } = await now.attachment(mirror);
      console.log(`  ${node.name} is away, members of md: ${JSON.stringify(array?.members.map(({ slot, flags }) => ({ slot, flags })))}`);
      await target.start();
      await now.fabric.startAgent(target);
      await now.allLive(mirror, 240);
      await now.health(mirror, 'healthy', 240);
    }
    const { withMs } = await now.underLoad(mirror, async (load) => load.carriesIo(mirror.device));
    expect(withMs).toBeGreaterThan(0);
    await now.same(mirror);
    await now.discard(mirror);
  });
});
