/** Thin mirrors on real kernels, whose legs lose their last second with the power of their target (docs/data-services.md). */
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { attach, startDetach } from '../fabric/provision.js';
import { becomesDegraded } from '../faults/client.js';
import { type FaultLab, faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import type { Machine } from '../machines/machine.js';

const lab = faultLab({ targets: 2, drivesPerTarget: 1 });
/**
 * A bit is set with a flush, which makes durable what the pool has mapped: with few bits, all are set soon. With very few, the write that fails marks the place
 * of every other one.
 */
const spec = { protection: 'raid1', provisioning: 'thin', sizeBytes: 192 * MiB, bitmapChunkBytes: 4 * MiB };
/** Writes blocks that no pool has mapped yet, all over the volume, and never flushes. */
const fill = ({ client, device }: Mirror, mib: number) =>
  client.run(
    `setsid fio --name=fill --filename=${device} --rw=randwrite --bs=64k --io_size=${mib}M --rate=3m --direct=1 --ioengine=psync > /tmp/fill.log 2>&1 < /dev/null & sleep 6`,
  );
/** A mirror that is being written, and the target of its second leg. */
async function written(now: FaultLab, mib: number): Promise<{ mirror: Mirror; target: Machine }> {
  const mirror = await now.mirror(spec);
  await fill(mirror, mib);
  return { mirror, target: now.fabric.machine(mirror.volume.legs[1]?.node.name ?? '') };
}
const filled = ({ client }: Mirror) =>
  client.run('while pgrep -x fio > /dev/null; do sleep 0.1; done; cat /tmp/fill.log', { timeoutSeconds: 180 });
const performed = async ({ client }: Mirror, operation: string): Promise<number> =>
  Number(await client.run(`grep -c '"done: ${operation}"' /var/log/weft-agent.log || true`));

describe.sequential('thin mirrors', () => {
  test('row: target killed while new blocks are written: the leg returns by the bitmap, and both halves are equal', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { mirror, target } = await written(now, 96);
    await target.kill();
    // Only the write that is on its way is missed, and marked.
    await mirror.client.run('pkill -KILL -x fio; true');
    await becomesDegraded(mirror, 1, 120);
    await now.health(mirror, 'degraded', 60);
    await now.fabric.lost(target.name);
    await target.start();
    await now.health(mirror, 'healthy', 300);
    console.log(
      `marks kept: ${await performed(mirror, 'resync-recent-writes')}, rebuilt in full: ${await performed(mirror, 'add-member')}`,
    );
    await now.same(mirror);
    expect(await performed(mirror, 'resync-recent-writes')).toBe(1);
    expect(await performed(mirror, 'add-member')).toBe(0);
    await now.discard(mirror);
  });

  test('row: target killed without I/O, so that md does not notice: the returned leg is another incarnation, and both halves are equal', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { mirror, target } = await written(now, 18);
    await filled(mirror);
    await target.kill();
    // A check of the halves fails a leg that cannot be read, and counts it as a difference: not before this one is back.
    await now.health(mirror, 'degraded', 120);
    await now.fabric.lost(target.name);
    await target.start();
    await now.health(mirror, 'healthy', 300);
    await now.same(mirror);
    await now.discard(mirror);
  });

  test('row: target killed while new blocks are written, and the volume detached before that is noticed: the next attachment finds equal halves', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { mirror, target } = await written(now, 96);
    await mirror.client.run('pkill -KILL -x fio; true');
    await target.kill();
    const detaching = await startDetach(now.fabric, mirror.attachment);
    await now.fabric.lost(target.name);
    await target.start();
    await now.fabric.api.done(detaching.id, 300);
    const next = { ...mirror, attachment: await attach(now.fabric, mirror.volume, 'c1') };
    await now.health(next, 'healthy', 300);
    console.log(`flushed: ${await performed(mirror, 'flush-member')}, failed: ${await performed(mirror, 'fail-member')}`);
    await now.same(next);
    await now.discard(next);
  });
});
