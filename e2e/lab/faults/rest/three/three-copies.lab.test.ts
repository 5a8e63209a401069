/** Mirrors with three copies on three targets, a raid1 and a raid10 of two sets, in which each set is an array of its own: one target lost, and two of the three, which return in both orders. */
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { anchors, becomesDegraded } from '../../client.js';
import { type FaultLab, faultLab } from '../../fault-lab.js';
import { killTarget, killTargetOfRaid1 } from '../../killed-target.js';

const lab = faultLab();
const RAID1 = { protection: 'raid1', copies: 3 };
/** Each target has a leg of each set. */
const RAID10 = { protection: 'raid10', copies: 3, stripeWidth: 2 };

/** Kills two of three targets during verified I/O, and starts them again. `check` then compares all halves with each other. */
async function killTwo(now: FaultLab, withAnchor: boolean, inReverse: boolean, spec: object = RAID1, sets = 1): Promise<void> {
  const mirror = await now.mirror(spec);
  const [anchor] = await anchors(mirror, now.fabric.cluster.targets);
  const others = now.fabric.cluster.targets.filter((target) => target !== anchor);
  const [first, second] = withAnchor ? [others[0], anchor] : others;
  if (!first || !second) throw new Error('a mirror of three copies has three targets, one of them with the anchor');
  await now.underLoad(mirror, async (load) => {
    for (const [at, target] of [first, second].entries()) {
      await target.kill();
      await becomesDegraded(mirror, sets * (at + 1), 90);
      await load.carriesIo(mirror.device);
    }
    await now.health(mirror, 'degraded', 30);
    expect((await now.volume(mirror)).conditions.find(({ type }) => type === 'Healthy')?.message).toContain('1 of 3 halves');
    for (const target of [first, second]) await now.fabric.lost(target.name);
    const [earlier, later] = inReverse ? [second, first] : [first, second];
    await earlier.start();
    await becomesDegraded(mirror, sets, 300);
    await later.start();
    await now.allLive(mirror);
    await now.health(mirror, 'healthy', 300);
  });
  await now.same(mirror);
  await now.discard(mirror);
}

describe.sequential('three copies', () => {
  test('row: target machine killed, three copies: I/O continues, and only changed blocks are resynced', () =>
    killTargetOfRaid1(lab.now, false, 3));
  test('row: target machine killed, three copies: anchor', () => killTargetOfRaid1(lab.now, true, 3));
  test('row: two of three targets killed: I/O continues, and they return in the order of their loss', () => killTwo(lab.now, false, false));
  test('row: two of three targets killed: I/O continues, and they return in the reverse order', () => killTwo(lab.now, false, true));
  test('row: two of three targets killed, the anchor last: I/O continues, and the anchor returns first', () =>
    killTwo(lab.now, true, true));

  test('row: target machine killed, raid10 with three copies: I/O continues, and only changed blocks of each set are resynced', async () => {
    const sizeBytes = 192 * MiB;
    const mirror = await lab.now.mirror({ ...RAID10, sizeBytes });
    await killTarget(lab.now, false, { mirror, legBytes: sizeBytes / 2 });
    await lab.now.discard(mirror);
  });
  test('row: two of three targets killed, raid10 with three copies: I/O continues, and they return in the reverse order', () =>
    killTwo(lab.now, false, true, RAID10, 2));
});
