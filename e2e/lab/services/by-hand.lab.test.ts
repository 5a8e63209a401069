/**
 * Volumes with data services, read with the commands of docs/data-services.md and docs/recovering-by-hand.md on machines without Weft: its programs are removed
 * from the targets, and the targets lose their power, before a row reads anything.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { legCacheName, vgName } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { runDocumented } from '../fabric/documented.js';
import type { Fabric } from '../fabric/fabric.js';
import { labOfFile } from '../fabric/lab-of-file.js';
import { agentBundle, agentPath, filesOf } from '../fabric/managed-cluster.js';
import { createClass, detach, remove } from '../fabric/provision.js';
import { FaultLab, faultSettings } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import type { Machine } from '../machines/machine.js';
import { type ByHand, readOn } from '../spine/read-by-hand.js';

const PAGE = 'data-services.md';

/** On each of three targets two drives for legs and one for caches. */
const lab = labOfFile({ settings: faultSettings, targets: 3, clients: 1, drivesPerTarget: 3 }, async (fabric) => {
  const { items } = await fabric.api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
  const jobs = await Promise.all(
    items.map(({ id, version, serial }) =>
      fabric.api.call(endpoints.takeDrive, { params: { id }, ifMatch: version, body: { role: serial.endsWith('-D3') ? 'cache' : 'data' } }),
    ),
  );
  for (const { job } of jobs) await fabric.api.done(job.id, 480);
  const now = new FaultLab(fabric, await createClass(fabric, 'all'));
  return { now, fabric, reader: await fabric.cluster.add({ name: 'r1', role: 'client' }) };
});

/** Writes bytes that nothing else has, through to the drives. @returns SHA-256 of the whole device */
async function fill({ client, device, volume }: Mirror): Promise<string> {
  const megabytes = volume.sizeBytes / MiB;
  await client.run(`dd if=/dev/urandom of=${device} bs=1M count=${megabytes} oflag=direct conv=fsync,notrunc 2>/dev/null`, {
    timeoutSeconds: 300,
  });
  return sum({ client, device });
}
const sum = async ({ client, device }: Pick<Mirror, 'client' | 'device'>): Promise<string> =>
  (await client.run(`dd if=${device} bs=1M iflag=direct 2>/dev/null | sha256sum`, { timeoutSeconds: 300 })).split(' ')[0] ?? '';

/** The targets lose their power and boot without any program of Weft's, while `read` runs. */
async function withoutWeft<T>(fabric: Fabric, read: () => Promise<T>): Promise<T> {
  const each = (act: (target: Machine) => Promise<unknown>) => Promise.all(fabric.cluster.targets.map(act));
  await each(async (target) => {
    await target.run(`rm -r ${agentPath} /usr/bin/weft-agent /etc/weft/boot.d/weft-agent && sync`);
    await target.kill();
    await target.start({});
    expect((await target.exec(['test', '-e', agentPath])).code).toBe(1);
  });
  const found = await read();
  await each(async (target) => {
    await target.kill();
    await target.start(filesOf(agentBundle)(target.spec));
    await fabric.online(target.name);
  });
  return found;
}

/** SHA-256 as a person reads the detached volume. */
const byHand = ({ fabric, reader }: typeof lab.now, volume: Volume, how: ByHand = {}): Promise<string> =>
  withoutWeft(fabric, () => readOn(reader, fabric, volume, how));

const prepare = (block: string, more: Record<string, string>) => async (target: Machine) => {
  await runDocumented(target, PAGE, block, more);
};
/** Of a thin volume or a snapshot. */
function fromPools(volume: Volume): ByHand {
  const LEG_IDS = volume.legs.map(({ id }) => id).join(' ');
  const [bytes, ...others] = [...new Set(volume.legs.map(({ sizeBytes }) => sizeBytes))];
  expect(others).toEqual([]);
  return { prepare: prepare('target-thin', { LEG_IDS, LEG_BYTES: String(bytes) }) };
}
const keyOf = async ({ fabric }: typeof lab.now, volume: Volume): Promise<string> => {
  const currentPassword = (await readFile(fabric.server.passwordFile, 'utf8')).trim();
  return (
    await fabric.api.call(endpoints.exportVolumeKey, { params: { id: volume.id }, body: { volumeName: volume.name, currentPassword } })
  ).keyHex;
};

describe.sequential('read by hand', () => {
  test('row: a volume with a write-through cache: each leg is complete on its own drive', { timeout: 1_800_000 }, async () => {
    const { now } = lab.now;
    const cache = { mode: 'write-through', bytesPerLeg: 32 * MiB, percentOfLeg: null, acceptsLoss: false };
    const mirror = await now.mirror({ cache });
    await cachesRun(mirror, 'write-through');
    const before = await fill(mirror);
    await detach(now.fabric, mirror.attachment);
    expect(await byHand(lab.now, await now.volume(mirror))).toBe(before);
    await remove(now.fabric, mirror.volume);
  });

  test('row: a volume with dirty blocks in write-back caches: the commands write them to the legs, which are complete then', {
    timeout: 1_800_000,
  }, async () => {
    const { now, fabric, reader } = lab.now;
    const cache = { mode: 'write-back', bytesPerLeg: 32 * MiB, percentOfLeg: null, acceptsLoss: false };
    const mirror = await now.mirror({ cache });
    await cachesRun(mirror, 'write-back');
    await fill(mirror);
    const volume = await now.volume(mirror);
    const holders = volume.legs.map(({ id, node, drive }) => ({
      target: fabric.machine(node.name),
      name: legCacheName(id),
      path: `/dev/${vgName(drive.id)}/leg-${id}`,
    }));
    await makeDirty(mirror, holders);
    const before = await sum(mirror);
    await detach(fabric, mirror.attachment);

    const VOLUME_ID = volume.id;
    const bytes = ({ target, path }: (typeof holders)[number]) => target.run(`sha256sum < ${path}`, { timeoutSeconds: 300 });
    const { found, changed } = await withoutWeft(fabric, async () => {
      const old: string[] = [];
      for (const holder of holders) {
        await runDocumented(holder.target, 'recovering-by-hand.md', 'target-activate', { VOLUME_ID });
        old.push(await bytes(holder));
      }
      const checksum = await readOn(reader, fabric, volume, {
        prepare: async (target) => {
          await runDocumented(target, PAGE, 'target-cache', { VOLUME_ID }, 400);
        },
      });
      const cleaned = await Promise.all(holders.map(bytes));
      return { found: checksum, changed: cleaned.filter((each, at) => each !== old[at]).length };
    });
    // The drives alone did not have the newest bytes.
    expect(changed).toBe(holders.length);
    expect(found).toBe(before);
    await remove(fabric, volume);
  });

  test('row: a thin volume and its snapshot, each from the pools of its drives', { timeout: 1_800_000 }, async () => {
    const { now, fabric, reader } = lab.now;
    const mirror = await now.mirror({ provisioning: 'thin' });
    const atSnapshot = await fill(mirror);
    const snapshot = await snapshotOf(lab.now, mirror);
    const before = await fill(mirror);
    expect(before).not.toBe(atSnapshot);
    await detach(fabric, mirror.attachment);
    const volume = await now.volume(mirror);
    const found = await withoutWeft(fabric, async () => [
      await readOn(reader, fabric, volume, fromPools(volume)),
      await readOn(reader, fabric, snapshot, { ...fromPools(snapshot), eventsApart: 1 }),
    ]);
    expect(found).toEqual([before, atSnapshot]);
    await dropSnapshot(lab.now, snapshot);
    await remove(fabric, volume);
  });

  test('row: the snapshot and a clone of an encrypted volume, with the key that was exported of the volume', {
    timeout: 1_800_000,
  }, async () => {
    const { now, fabric, reader } = lab.now;
    const mirror = await now.mirror({ provisioning: 'thin', encryption: 'aes-xts-256' });
    const atSnapshot = await fill(mirror);
    const snapshot = await snapshotOf(lab.now, mirror);
    const { volume: made, job } = await fabric.api.call(endpoints.cloneSnapshot, { params: { id: snapshot.id }, body: { name: 'clone' } });
    await fabric.api.done(job.id, 480);
    const clone = await fabric.api.call(endpoints.getVolume, { params: { id: made.id } });
    await fill(mirror);
    const keyHex = await keyOf(lab.now, mirror.volume);
    await detach(fabric, mirror.attachment);
    const found = await withoutWeft(fabric, async () => [
      await readOn(reader, fabric, snapshot, { ...fromPools(snapshot), eventsApart: 1, keyHex }),
      await readOn(reader, fabric, clone, { ...fromPools(clone), eventsApart: 1, keyHex }),
      await readOn(reader, fabric, snapshot, { ...fromPools(snapshot), eventsApart: 1, keyHex: randomBytes(64).toString('hex') }),
    ]);
    expect(found.slice(0, 2)).toEqual([atSnapshot, atSnapshot]);
    expect(found[2]).not.toBe(atSnapshot);
    await remove(fabric, clone);
    await dropSnapshot(lab.now, snapshot);
    await remove(fabric, mirror.volume);
  });

  test.each([
    ['raid1', { protection: 'raid1', copies: 3 }],
    ['raid10, an array for each set', { protection: 'raid10', copies: 3, stripeWidth: 2 }],
  ])('row: three copies: %s', { timeout: 1_800_000 }, async (_, spec) => {
    const { now } = lab.now;
    const mirror = await now.mirror(spec);
    const before = await fill(mirror);
    await detach(now.fabric, mirror.attachment);
    expect(await byHand(lab.now, await now.volume(mirror))).toBe(before);
    await remove(now.fabric, mirror.volume);
  });

  test('row: legs with checksums: verified, and one of them unverified', { timeout: 1_800_000 }, async () => {
    const { now, fabric, reader } = lab.now;
    const mirror = await now.mirror({ integrity: 'dm-integrity' });
    const before = await fill(mirror);
    await detach(fabric, mirror.attachment);
    const volume = await now.volume(mirror);
    const [leg] = volume.legs;
    if (!leg) throw new Error('a volume without legs');
    const target = fabric.machine(leg.node.name);
    const name = `recovery-leg-${leg.id}`;
    const offered = () =>
      target.run(`dd if=/dev/mapper/${name} bs=1M 2>/dev/null | sha256sum; dmsetup remove ${name}`, { timeoutSeconds: 300 });
    const { found, same } = await withoutWeft(fabric, async () => {
      const checksum = await readOn(reader, fabric, volume, { prepare: prepare('target-integrity', { VOLUME_ID: volume.id }) });
      await runDocumented(target, PAGE, 'target-integrity', { VOLUME_ID: volume.id });
      const verified = await offered();
      await runDocumented(target, PAGE, 'target-unverified', { LEG: `${vgName(leg.drive.id)}/leg-${leg.id}` });
      return { found: checksum, same: (await offered()) === verified };
    });
    expect(found).toBe(before);
    expect(same).toBe(true);
    await remove(fabric, volume);
  });
});

async function cachesRun(mirror: Mirror, mode: string): Promise<void> {
  const { now } = lab.now;
  await until(`${mode} caches`, 300, async () => {
    const { legs } = await now.volume(mirror);
    return legs.every(({ cache }) => cache?.observed?.inUse && cache.observed.mode === mode) ? true : undefined;
  });
}

interface Holder {
  target: Machine;
  /** Of the dm-cache device. */
  name: string;
}
/** Writes one place until both caches have dirty blocks of it, and keeps the kernels from writing them to the legs. */
async function makeDirty({ client, device }: Mirror, holders: readonly Holder[]): Promise<void> {
  const dirtyOf = async ({ target, name }: Holder): Promise<number> =>
    Number((await target.run(`dmsetup status --noflush ${name}`)).trim().split(/\s+/)[13]);
  const job = ['--rw=randwrite', '--bs=4k', '--iodepth=4', '--direct=1', '--size=2M', '--fsync_on_close=1'];
  const write = () =>
    client.run(`fio --name=dirty --filename=${device} --ioengine=libaio ${job.join(' ')} --loops=4 > /dev/null`, { timeoutSeconds: 300 });
  await until('dirty blocks in both caches', 300, async () => {
    await write();
    const dirty = await Promise.all(holders.map(dirtyOf));
    return dirty.every((blocks) => blocks > 0) ? true : undefined;
  });
  // The kernel writes dirty blocks when nothing else happens: with this bound it copies none (Documentation/admin-guide/device-mapper/cache.rst).
  for (const { target, name } of holders) await target.run(`dmsetup message ${name} 0 migration_threshold 0`);
  await write();
  const dirty = await Promise.all(holders.map(dirtyOf));
  console.log(`dirty blocks: ${dirty.join(', ')}`);
  expect(Math.min(...dirty)).toBeGreaterThan(0);
}

async function snapshotOf({ fabric }: typeof lab.now, { volume }: Mirror): Promise<Volume> {
  const { snapshots, jobs } = await fabric.api.call(endpoints.createSnapshots, { body: { volumeIds: [volume.id] } });
  for (const { id } of jobs) await fabric.api.done(id, 480);
  const [taken] = snapshots;
  if (!taken) throw new Error('no snapshot');
  return fabric.api.call(endpoints.getVolume, { params: { id: taken.id } });
}
async function dropSnapshot({ fabric }: typeof lab.now, { id }: Pick<Volume, 'id'>): Promise<void> {
  const { version } = await fabric.api.call(endpoints.getVolume, { params: { id } });
  const { job } = await fabric.api.call(endpoints.deleteSnapshot, { params: { id }, ifMatch: version });
  await fabric.api.done(job.id, 480);
}
