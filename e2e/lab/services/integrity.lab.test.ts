/** Legs on dm-integrity on real kernels (docs/data-services.md). */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { vgName } from '@weft/shared/identity';
import { INTEGRITY_BLOCK_BYTES, integrityPlace } from '@weft/shared/integrity/integrity-layout';
import type { Leg, Volume } from '@weft/shared/kinds/volume';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { type FaultLab, faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';

const lab = faultLab({ targets: 2, clients: 1, drivesPerTarget: 1 });

const BLOCK = INTEGRITY_BLOCK_BYTES;
/** Of the volume; behind what the verified load writes. */
const PLACE = 40 * 2 ** 20;
const COST_SECONDS = 8;

const legAt = ({ legs }: Volume, index: number): Leg => {
  const found = legs.find((leg) => leg.index === index);
  if (!found) throw new Error(`the volume has no leg ${index}`);
  return found;
};
/** The array's data begins where the leg's other bytes end. */
const offeredOffset = (leg: Leg, volumeOffset: number): number => {
  const dataOffset = 8 * 2 ** 20;
  if (volumeOffset >= leg.dataBytes) throw new Error('beyond the leg');
  return dataOffset + volumeOffset;
};
/** Block of the leg's logical volume that holds this byte of the volume. */
const blockBelow = (leg: Leg, volumeOffset: number, isChecked: boolean): number => {
  const offset = offeredOffset(leg, volumeOffset);
  return (isChecked ? integrityPlace(offset) : offset) / BLOCK;
};
const pathOf = ({ id, drive }: Leg): string => `/dev/${vgName(drive.id)}/leg-${id}`;

/** Writes random bytes below the leg, while it is in use. */
async function damage({ fabric }: FaultLab, leg: Leg, volumeOffset: number, isChecked: boolean, blocks = 1): Promise<void> {
  const at = blockBelow(leg, volumeOffset, isChecked);
  const words = [`of=${pathOf(leg)}`, `bs=${BLOCK}`, `count=${blocks}`, `seek=${at}`, 'oflag=direct', 'conv=notrunc'];
  await fabric.machine(leg.node.name).run(['dd', 'if=/dev/urandom', ...words], { timeoutSeconds: 60 });
}
const sumBelow = async ({ fabric }: FaultLab, leg: Leg, volumeOffset: number, isChecked: boolean): Promise<string> =>
  fabric
    .machine(leg.node.name)
    .run(`dd if=${pathOf(leg)} bs=${BLOCK} count=1 skip=${blockBelow(leg, volumeOffset, isChecked)} iflag=direct status=none | md5sum`);

const writeKnown = ({ client, device }: Mirror): Promise<string> =>
  client.run(
    `head -c ${BLOCK} /dev/urandom > /tmp/known && dd if=/tmp/known of=${device} bs=${BLOCK} seek=${PLACE / BLOCK} oflag=direct status=none && md5sum < /tmp/known`,
  );
const readKnown = ({ client, device }: Mirror): Promise<string> =>
  client.run(`dd if=${device} bs=${BLOCK} count=1 skip=${PLACE / BLOCK} iflag=direct status=none | md5sum`);

/** Orders a scrub and waits until it is complete. */
async function scrub(now: FaultLab, mirror: Mirror): Promise<NonNullable<NonNullable<Volume['scrub']>['last']>> {
  const { id, version, scrub: before } = await now.volume(mirror);
  await now.fabric.api.call(endpoints.startScrub, { params: { id }, ifMatch: version, body: {} });
  return until('a complete scrub', 480, async () => {
    const last = (await now.volume(mirror)).scrub?.last;
    return last && last.endedAt !== before?.last?.endedAt && last.outcome === 'completed' ? last : undefined;
  });
}
const errorsOf = async (now: FaultLab, mirror: Mirror): Promise<number[]> =>
  [...(await now.volume(mirror)).legs].sort((a, b) => a.index - b.index).map(({ integrity }) => integrity?.checksumErrors ?? -1);
const conditionOf = async (now: FaultLab, mirror: Mirror, wanted: string) =>
  (await now.volume(mirror)).conditions.find(({ type, status }) => type === wanted && status === 'true');

interface Cost {
  iops: number;
  p99Ms: number;
}
async function randomWrites({ client, device }: Mirror): Promise<Cost> {
  const job = ['--rw=randwrite', '--bs=4k', '--iodepth=8', '--direct=1', '--size=32M', '--time_based', `--runtime=${COST_SECONDS}`];
  const command = ['fio', '--name=cost', `--filename=${device}`, '--ioengine=libaio', ...job, '--output-format=json'];
  const { stdout } = await client.exec(command, { timeoutSeconds: 300 });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    jobs: { write: { iops: number; clat_ns: { percentile: Record<string, number> } } }[];
  };
  const write = report.jobs[0]?.write;
  return { iops: write?.iops ?? Number.NaN, p99Ms: (write?.clat_ns.percentile['99.000000'] ?? Number.NaN) / 1e6 };
}
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

describe.sequential('legs on dm-integrity', () => {
  test('row: wrong bytes below one half under verified I/O: every read is right, the block is repaired, leg and drive are named', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ integrity: 'dm-integrity' });
    const volume = await now.volume(mirror);
    const [wrong, right] = [legAt(volume, 0), legAt(volume, 1)];
    const known = await writeKnown(mirror);
    expect([await sumBelow(now, wrong, PLACE, true), await sumBelow(now, right, PLACE, true)]).toEqual([known, known]);
    await now.underLoad(mirror, async (load) => {
      for (let at = 0; at < 32; at += 4) await damage(now, wrong, at * 2 ** 20, true, 16);
      await load.carriesIo(mirror.device);
      await damage(now, wrong, PLACE, true);
      expect(await sumBelow(now, wrong, PLACE, true)).not.toBe(known);
      for (let read = 0; read < 8; read++) expect(await readKnown(mirror)).toBe(known);
      await load.carriesIo(mirror.device);
    });
    const found = await scrub(now, mirror);
    expect(await sumBelow(now, wrong, PLACE, true)).toBe(known);
    expect(await readKnown(mirror)).toBe(known);
    await until('the count of wrong checksums', 240, async () => (((await errorsOf(now, mirror))[0] ?? 0) > 0 ? true : undefined));
    expect((await errorsOf(now, mirror))[1]).toBe(0);
    const condition = await until('the condition', 120, () => conditionOf(now, mirror, 'ChecksumErrors'));
    expect(condition.message).toContain(wrong.node.name);
    expect(condition.message).toContain(wrong.drive.serial);
    expect(condition.message).not.toContain(right.node.name);
    const again = await scrub(now, mirror);
    console.log(`first scrub ${found.mismatchBytes} bytes, second ${again.mismatchBytes}; counts ${await errorsOf(now, mirror)}`);
    expect(again.mismatchBytes).toBe(0);
    await now.same(mirror);
    await now.discard(mirror);
  });

  test('row: power of a target is cut under verified I/O: no false checksum error, and the half is back', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ integrity: 'dm-integrity' });
    const leg = legAt(await now.volume(mirror), 1);
    const target = now.fabric.machine(leg.node.name);
    await now.underLoad(mirror, async (load) => {
      await target.kill();
      await load.carriesIo(mirror.device, 120);
      await target.start();
      await now.health(mirror, 'healthy', 480);
    });
    await now.same(mirror);
    const status = await target.run('dmsetup status --target integrity');
    expect(status).toMatch(/ integrity 0 \d+ /);
    await now.discard(mirror);
  });

  test('row: without checksums the same damage is found by a scrub, and nobody names the half', { timeout: 1_800_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ stripeWidth: null });
    await writeKnown(mirror);
    await damage(now, legAt(await now.volume(mirror), 0), PLACE, false);
    expect((await scrub(now, mirror)).mismatchBytes).toBeGreaterThan(0);
    expect(await conditionOf(now, mirror, 'MismatchesFound')).toBeDefined();
    expect(await conditionOf(now, mirror, 'ChecksumErrors')).toBeUndefined();
    expect(await errorsOf(now, mirror)).toEqual([-1, -1]);
    await now.discard(mirror);
  });

  test('row: cost of checksums: random writes of 4 KiB with and without, in turns', { timeout: 1_800_000 }, async () => {
    const { now } = lab;
    const [plain, checked] = [await now.mirror({ stripeWidth: null }), await now.mirror({ integrity: 'dm-integrity' })];
    const costs: { plain: Cost[]; checked: Cost[] } = { plain: [], checked: [] };
    for (let turn = 0; turn < 4; turn++) {
      costs.plain.push(await randomWrites(plain));
      costs.checked.push(await randomWrites(checked));
    }
    const of = (list: Cost[]) => ({ iops: median(list.map(({ iops }) => iops)), p99Ms: median(list.map(({ p99Ms }) => p99Ms)) });
    const [without, withChecksums] = [of(costs.plain), of(costs.checked)];
    console.log(
      `4 KiB random writes, queue depth 8, medians of 4 turns: ${without.iops.toFixed(0)} IOPS, p99 ${without.p99Ms.toFixed(1)} ms without; ` +
        `${withChecksums.iops.toFixed(0)} IOPS, p99 ${withChecksums.p99Ms.toFixed(1)} ms with checksums; ` +
        `ratios ${(withChecksums.iops / without.iops).toFixed(2)} and ${(withChecksums.p99Ms / without.p99Ms).toFixed(2)}`,
    );
    expect(withChecksums.iops).toBeGreaterThan(0);
    expect(withChecksums.iops).toBeLessThan(without.iops * 1.5);
    await now.discard(checked);
    await now.discard(plain);
  });
});
