/** Scrubs of mirrors with checksums through all layers: damage on a simulated machine, its target's count, and the result on the volume. */
import { expect, it } from 'vitest';
import { checksumsAcknowledged } from '../../../apps/server/src/domain/integrity/checksum-errors.js';
import { descriptionOf } from '../description.js';
import { allTo, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import { createVolume, startScrub } from '../requests.js';

const SCRUB_MS = 1_200_000;

/** A mirror with checksums, attached and written to. */
async function checkedOnClient() {
  const sweep = await withVolumes(1, []);
  const { stored, fabric } = sweep;
  createVolume(stored, { name: 'checked', protection: 'raid1', sizeBytes: 2 ** 30, stripeWidth: null, integrity: 'dm-integrity' });
  const [first] = stored.volumes.values();
  if (!first) throw new Error('there is no volume');
  const volume = () => stored.volumes.get(first._id) ?? first;
  const until_ = async (is: () => boolean) => expect(await until(sweep, is, SCRUB_MS), descriptionOf(sweep).join('\n')).toBe(true);
  await until_(() => volume().status.state === 'available');
  await allTo(sweep, 0);
  const condition = (type: string) => volume().status.conditions.find((each) => each.type === type && each.status === 'true');
  const halves = () => volume().status.scrub?.last?.halves?.map(({ checksumErrors, count }) => [checksumErrors, count]);
  const scrubbed = async () => {
    startScrub(stored, first._id);
    await until_(() => volume().spec.scrub === null && volume().status.scrub?.counting === undefined);
  };
  return { sweep, stored, fabric, id: first._id, volume, condition, halves, scrubbed, until_ };
}

it(
  'names the half that returned wrong bytes, which md repairs; an acknowledgement holds until more come',
  async () => {
    const { sweep, stored, fabric, id, volume, condition, halves, scrubbed, until_ } = await checkedOnClient();
    await scrubbed();
    expect(halves()).toEqual([
      [0, 'complete'],
      [0, 'complete'],
    ]);
    const [, wrong] = volume().legs;
    fabric.damage(wrong?.nodeName ?? '', wrong?.driveSerial ?? '');
    await scrubbed();
    expect(halves()).toEqual([
      [0, 'complete'],
      [1, 'complete'],
    ]);
    expect(condition('MismatchesFound')?.reason).toBe('mismatches-of-half');
    expect(condition('ChecksumErrors')?.message).toContain(`on drive ${wrong?.driveSerial} of ${wrong?.nodeName}, 1 time`);

    const world = stored.world(id);
    if (!world) throw new Error('the volume is gone');
    stored.write(world, { volume: checksumsAcknowledged(world, 'ann'), attachments: world.attachments }, 'request');
    await scrubbed();
    expect(volume().status.scrub?.last).toMatchObject({ mismatchBytes: 0, halves: [{ checksumErrors: 0 }, { checksumErrors: 0 }] });
    expect([condition('MismatchesFound'), condition('ChecksumErrors')]).toEqual([undefined, undefined]);

    // The target boots, and its count begins from zero.
    fabric.kill(wrong?.nodeName ?? '');
    fabric.boot(wrong?.nodeName ?? '');
    sweep.machines.find(({ name }) => name === wrong?.nodeName)?.startAgent();
    await until_(() => volume().status.checksums?.some(({ restarts }) => restarts === 1) === true && volume().status.health === 'healthy');
    expect(condition('ChecksumErrors')).toBeUndefined();
    fabric.damage(wrong?.nodeName ?? '', wrong?.driveSerial ?? '');
    await scrubbed();
    expect(halves()?.[1]).toEqual([1, 'complete']);
    expect(condition('ChecksumErrors')?.message).toContain('1 time');
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);
