/** Thin volumes, snapshots, clones and roll-backs on real kernels (docs/data-services.md). */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Drive } from '@weft/shared/kinds/drive';
import type { Snapshot } from '@weft/shared/kinds/snapshot';
import { MiB } from '@weft/shared/units';
import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { attach, detach, remove } from '../fabric/provision.js';
import { type FaultLab, faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';

const lab = faultLab({ targets: 2, clients: 2, drivesPerTarget: 1 });

const FILE = '/mnt/thin/file';
const mount = (mirror: Mirror) =>
  mirror.client.run(`mkfs.ext4 -q -F ${mirror.device} && mkdir -p /mnt/thin && mount ${mirror.device} /mnt/thin`, { timeoutSeconds: 300 });
const umount = (mirror: Mirror) => mirror.client.run('umount /mnt/thin', { timeoutSeconds: 300 });
const write = (mirror: Mirror, text: string) => mirror.client.run(`echo ${text} > ${FILE} && sync`, { timeoutSeconds: 120 });

async function snapshot({ fabric }: FaultLab, mirrors: readonly Mirror[]): Promise<Snapshot[]> {
  const body = { volumeIds: mirrors.map(({ volume }) => volume.id) };
  const { snapshots, jobs } = await fabric.api.call(endpoints.createSnapshots, { body });
  for (const { id } of jobs) await fabric.api.done(id, 480);
  return Promise.all(snapshots.map(({ id }) => fabric.api.call(endpoints.getSnapshot, { params: { id } })));
}
async function drop({ fabric }: FaultLab, { id }: Snapshot): Promise<void> {
  const { version } = await fabric.api.call(endpoints.getVolume, { params: { id } });
  const { job } = await fabric.api.call(endpoints.deleteSnapshot, { params: { id }, ifMatch: version });
  await fabric.api.done(job.id, 480);
}
/** Bytes of the pools in use, as the kernels count them. */
async function mapped({ fabric }: FaultLab): Promise<number> {
  const lines = await Promise.all(['t1', 't2'].map((name) => fabric.machine(name).run('dmsetup status --target thin-pool')));
  return lines.reduce((sum, line) => {
    const [, used = '0'] = /thin-pool \d+ \d+\/\d+ (\d+)\/\d+/.exec(line) ?? [];
    return sum + Number(used);
  }, 0);
}
/** Wrapped keys of these volumes in the database. */
async function storedKeys({ fabric }: FaultLab, ids: string[]): Promise<{ _id: string; keyId: string }[]> {
  const mongo = await MongoClient.connect(fabric.mongo.uri);
  try {
    const names = (await mongo.db().admin().listDatabases()).databases.map(({ name }) => name);
    const found = names.map((name) =>
      mongo
        .db(name)
        .collection<{ _id: string; keyId: string }>('volumeKeys')
        .find({ _id: { $in: ids } })
        .toArray(),
    );
    return (await Promise.all(found)).flat();
  } finally {
    await mongo.close();
  }
}
const pools = async ({ fabric }: FaultLab): Promise<Drive['pool'][]> =>
  (await fabric.api.call(endpoints.listDrives, { query: {} })).items.map(({ pool }) => pool);
/** Text of the file on another volume, mounted without writing. */
async function readOn(mirror: Mirror): Promise<string> {
  const { client, device } = mirror;
  return (
    await client.run(`mkdir -p /mnt/other && mount -o ro,noload ${device} /mnt/other && cat /mnt/other/file; umount /mnt/other`, {
      timeoutSeconds: 120,
    })
  ).trim();
}

describe.sequential('thin volumes', () => {
  test('row: a snapshot under I/O holds what was written, is read on another client, cloned, rolled back to and deleted', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', provisioning: 'thin', bitmapChunkBytes: 65_536 });
    await mount(mirror);
    await write(mirror, 'before');
    const [taken] = await snapshot(now, [mirror]);
    if (!taken) throw new Error('no snapshot');
    expect(taken.state).toBe('ready');
    await write(mirror, 'after');

    const other = now.fabric.machine('c2');
    const reading = await attach(now.fabric, await now.fabric.api.call(endpoints.getVolume, { params: { id: taken.id } }), 'c2', {
      mode: 'readonly',
    });
    expect(await readOn({ ...mirror, client: other, device: `/dev/weft/${taken.name}` })).toBe('before');
    await detach(now.fabric, reading);

    const { volume, job } = await now.fabric.api.call(endpoints.cloneSnapshot, { params: { id: taken.id }, body: { name: 'clone' } });
    await now.fabric.api.done(job.id, 480);
    const cloned = await attach(now.fabric, volume, 'c1');
    const clone = { ...mirror, volume, attachment: cloned, device: '/dev/weft/clone' };
    await now.health(clone, 'healthy', 300);
    expect(await readOn(clone)).toBe('before');
    await now.same(clone);
    await detach(now.fabric, cloned);

    await umount(mirror);
    await detach(now.fabric, mirror.attachment);
    const { version } = await now.volume(mirror);
    const back = await now.fabric.api.call(endpoints.rollBack, {
      params: { id: taken.id },
      ifMatch: version,
      body: { volumeName: mirror.volume.name },
    });
    await now.fabric.api.done(back.job.id, 480);
    const again = await attach(now.fabric, await now.volume(mirror), 'c1');
    const returned = { ...mirror, attachment: again };
    await now.health(returned, 'healthy', 300);
    expect(await readOn(returned)).toBe('before');
    await now.same(returned);
    await drop(now, taken);
    await detach(now.fabric, again);
    await remove(now.fabric, await now.volume(mirror));
    await remove(now.fabric, volume);
    console.log(`I/O held for the snapshot: ${taken.heldMs} ms`);
    expect(taken.heldMs).not.toBeNull();
    await until('no pool left', 300, async () => ((await pools(now)).every((pool) => pool === null) ? true : undefined));
  });

  test('row: an encrypted volume, its snapshot and its clone have one key: it grows, each is read, and the last deletion erases the key', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const spec = { protection: 'raid1', provisioning: 'thin', encryption: 'aes-xts-256', bitmapChunkBytes: 65_536 };
    const mirror = await now.mirror(spec);
    await mount(mirror);
    await write(mirror, 'before');
    const [taken] = await snapshot(now, [mirror]);
    if (!taken) throw new Error('no snapshot');
    const { volume: made, job } = await fabric.api.call(endpoints.cloneSnapshot, { params: { id: taken.id }, body: { name: 'secret' } });
    await fabric.api.done(job.id, 480);

    const before = await now.volume(mirror);
    const sizeBytes = 2 * before.sizeBytes;
    await fabric.api.call(endpoints.updateVolume, { params: { id: before.id }, ifMatch: before.version, body: { sizeBytes } });
    await until('the larger device', 300, async () =>
      (await mirror.client.run(`blockdev --getsize64 ${mirror.device}`)).trim() === String(sizeBytes) ? true : undefined,
    );
    await mirror.client.run(`resize2fs ${mirror.device}`, { timeoutSeconds: 300 });
    await write(mirror, 'after');
    await now.same(mirror);

    const ids = [mirror.volume.id, taken.id, made.id];
    const keys = () => storedKeys(now, ids);
    expect((await keys()).map(({ keyId }) => keyId)).toEqual(ids.map(() => before.encryptionKeyId));
    await umount(mirror);
    await detach(fabric, mirror.attachment);
    await remove(fabric, await now.volume(mirror));
    expect((await keys()).map(({ _id }) => _id).sort()).toEqual([taken.id, made.id].sort());

    const c2 = fabric.machine('c2');
    for (const [id, mode] of [[made.id, 'exclusive'] as const, [taken.id, 'readonly'] as const]) {
      const volume = await fabric.api.call(endpoints.getVolume, { params: { id } });
      expect(volume.sizeBytes).toBe(before.sizeBytes);
      const attachment = await attach(fabric, volume, 'c2', { mode });
      expect(await readOn({ ...mirror, client: c2, device: `/dev/weft/${volume.name}` })).toBe('before');
      await detach(fabric, attachment);
      expect(await c2.run("grep logon /proc/keys | grep -o 'weft:[0-9a-f]*'; dmsetup ls --target crypt | grep weft; true")).toBe('');
      if (mode === 'exclusive') {
        await remove(fabric, volume);
        expect((await keys()).map(({ _id }) => _id)).toEqual([taken.id]);
      }
    }
    await drop(now, taken);
    expect(await keys()).toEqual([]);
  });

  test('row: several snapshots under verified I/O: no error, each held for a bounded time', { timeout: 1_800_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', provisioning: 'thin', bitmapChunkBytes: 65_536 });
    const held: (number | null)[] = [];
    const taken: Snapshot[] = [];
    await now.underLoad(mirror, async (load) => {
      for (let round = 0; round < 3; round++) {
        const [one] = await snapshot(now, [mirror]);
        if (!one) throw new Error('no snapshot');
        taken.push(one);
        held.push(one.heldMs);
        await load.carriesIo(mirror.device);
      }
    });
    console.log(`I/O held: ${held.join(', ')} ms`);
    for (const each of held) expect(each).toBeLessThan(10_000);
    await now.same(mirror);
    for (const each of taken) await drop(now, each);
    await now.discard(mirror);
  });

  test('row: a deleted file and a deleted snapshot return their space to the pools', { timeout: 1_800_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', provisioning: 'thin', bitmapChunkBytes: 65_536 });
    await mount(mirror);
    await mirror.client.run('fstrim /mnt/thin; sync', { timeoutSeconds: 300 });
    const empty = await mapped(now);
    await mirror.client.run('dd if=/dev/urandom of=/mnt/thin/big bs=1M count=24 conv=fsync 2>/dev/null', { timeoutSeconds: 300 });
    const written = await mapped(now);
    const [taken] = await snapshot(now, [mirror]);
    if (!taken) throw new Error('no snapshot');
    await mirror.client.run('rm /mnt/thin/big; sync; fstrim /mnt/thin', { timeoutSeconds: 300 });
    const kept = await mapped(now);
    await drop(now, taken);
    const freed = await until('the space of the snapshot', 120, async () => {
      const used = await mapped(now);
      return used < kept - 200 ? used : undefined;
    });
    console.log(
      `blocks of 64 KiB in both pools: ${empty} empty, ${written} with 24 MiB, ${kept} after its deletion with a snapshot, ${freed} without`,
    );
    expect(written - empty).toBeGreaterThan((2 * 20 * MiB) / 65_536);
    expect(kept).toBeGreaterThan(written - 100);
    expect(freed).toBeLessThan(empty + 200);
    await umount(mirror);
    await now.discard(mirror);
  });

  test('row: the agent of the client is killed while it holds I/O: nothing stays suspended, and no half set is a snapshot', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', provisioning: 'thin', bitmapChunkBytes: 65_536 });
    const { client } = mirror;
    const suspended = async () => (await client.run(`dmsetup info -c --noheadings -o suspended ${mirror.device}`)).trim() === 'Suspended';
    const { api } = now.fabric;
    const { snapshots, jobs } = await api.call(endpoints.createSnapshots, { body: { volumeIds: [mirror.volume.id] } });
    // As soon as it holds; a snapshot that was quicker than this loop is one, and then nothing is to be shown.
    const wasHeld = await client.run(
      `for i in $(seq 600); do if dmsetup info -c --noheadings -o suspended ${mirror.device} | grep -q Suspended; then pkill -KILL -f "[w]eft-agent.mjs run"; echo held; break; fi; sleep 0.02; done`,
      { timeoutSeconds: 120 },
    );
    const began = Date.now();
    await until('nothing suspended', 60, async () => ((await suspended()) ? undefined : true));
    // Only now: what resumed it was not the agent.
    await now.fabric.startAgent(client);
    console.log(`${wasHeld.trim() || 'not seen held'}; resumed within ${Date.now() - began} ms after the kill was seen`);
    const [job] = jobs;
    const ended = await until('the end of the job', 480, async () => {
      const { state } = await api.call(endpoints.getJob, { params: { id: job?.id ?? '' } });
      return state === 'done' || state === 'failed' ? state : undefined;
    });
    const listed = (await api.call(endpoints.listSnapshots, { query: { volumeId: mirror.volume.id } })).items;
    if (ended === 'failed')
      await until('no snapshot left', 300, async () => {
        const { items } = await api.call(endpoints.listSnapshots, { query: { volumeId: mirror.volume.id } });
        return items.length === 0 ? true : undefined;
      });
    else expect(listed.map(({ state }) => state)).toEqual(['ready']);
    console.log(`the job ${ended}; snapshots ${snapshots.length}`);
    await now.health(mirror, 'healthy', 300);
    await now.same(mirror);
  });
});
