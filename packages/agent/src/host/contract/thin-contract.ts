import {
  dmUuid,
  driveIdOfVg,
  legDeviceName,
  legDevicePath,
  POOL_DATA_LV,
  POOL_METADATA_LV,
  poolName,
  thinName,
} from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import { type DmPool, thinTag } from '../dm-thin.js';
import type { Operation, PoolTable, ThinTable } from '../operations.js';
import { type Statement, until } from './contract-fabric.js';
import { groupOf, kernelName, type Leg, newId, PATIENCE_SECONDS, type Scene, scene } from './scene.js';

const BLOCK_BYTES = 64 * 1024;
const POOL_BYTES = 16 * MiB;
const THIN_BYTES = 32 * MiB;

interface Pool {
  vg: string;
  table: PoolTable;
  /** Highest id that the statement used. */
  lastId: number;
}
interface Thin {
  leg: Leg;
  table: ThinTable;
}

const volumesOf = ({ vg }: Pick<Pool, 'vg'>) => [POOL_DATA_LV, POOL_METADATA_LV].map((lv) => ({ vg, lv }));

/** An empty pool on a drive of the target, for this statement only. */
async function poolOn(own: Scene, drive = 0): Promise<Pool> {
  const vg = groupOf(drive);
  const name = poolName(driveIdOfVg(vg) ?? '');
  for (const { lv } of volumesOf({ vg })) {
    own.later(() => own.onTarget({ op: 'remove-logical-volume', vg, lv }));
    await own.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes: lv === POOL_DATA_LV ? POOL_BYTES : 4 * MiB, tags: [] });
    // The scene of another statement had one of the same name.
    own.fabric.knownVolumes.delete(`/dev/${vg}/${lv}`);
  }
  await own.onTarget({ op: 'zero-cache-metadata', vg, lv: POOL_METADATA_LV });
  const [data = '', metadata = ''] = volumesOf({ vg }).map(({ lv }) => `/dev/${vg}/${lv}`);
  const table = { name, uuid: dmUuid(name), data, metadata, lengthBytes: POOL_BYTES, blockBytes: BLOCK_BYTES };
  own.later(() => own.onTarget({ op: 'remove-mapping', name }));
  await own.onTarget({ op: 'create-pool', ...table });
  await own.onTarget({ op: 'create-pool', ...table });
  return { vg, table, lastId: 0 };
}

/** Makes a thin leg twice: the second time changes nothing. */
async function thinIn(own: Scene, pool: Pool, origin?: Thin): Promise<Thin> {
  const id = newId();
  const name = thinName(id);
  const leg: Leg = { id, vg: pool.vg, lv: name, path: `/dev/mapper/${name}`, device: legDevicePath(id), sizeBytes: THIN_BYTES };
  const thin = { leg, table: { name, uuid: dmUuid(name), pool: pool.table.name, thinId: ++pool.lastId, lengthBytes: THIN_BYTES } };
  const make: Operation = {
    ...{ op: 'create-thin', pool: pool.table.name, thinId: thin.table.thinId },
    ...{ originId: origin?.table.thinId ?? null, suspends: origin?.table.name ?? null },
  };
  await own.onTarget(make);
  await own.onTarget(make);
  own.later(async () => {
    await own.onTarget({ op: 'remove-mapping', name: legDeviceName(id) });
    await own.onTarget({ op: 'remove-mapping', name });
  });
  await own.onTarget({ op: 'create-thin-device', ...thin.table });
  await own.onTarget({ op: 'create-thin-device', ...thin.table });
  return thin;
}

const status = async (own: Scene, { table: { name } }: Pool): Promise<DmPool> =>
  (await own.fabric.target.host.observeSlow()).pools.find((found) => found.name === name) ?? expect.fail(`no pool ${name}`);
/** Fills the pool through this thin leg, block by block. @returns how many it took */
async function fill(own: Scene, { leg }: Thin): Promise<number> {
  for (let block = 0; ; block++) {
    const isFull = await own.fabric.target.write(leg.path, block * BLOCK_BYTES, 'full').then(
      () => false,
      () => true,
    );
    if (isFull) return block;
  }
}

/** A held volume on the client, over one leg. */
async function volumeOver(own: Scene, device: string): Promise<{ name: string; path: string }> {
  const mapping = own.mapping();
  const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device, offsetBytes: 0 }];
  await own.onClient({ op: 'create-linear', ...mapping, segments, readOnly: false });
  return { name: mapping.name, path: `/dev/mapper/${mapping.name}` };
}
const isSuspended = async (own: Scene, name: string) =>
  (await own.fabric.client.host.observeFast()).mappings.find((found) => found.name === name)?.suspended;

/** dm-thin under legs, and volumes that are suspended for a snapshot. */
export const thinContract: Statement[] = [
  {
    statement: 'a thin leg reads as zeros, takes space as its client writes it, and gives it back by the discard of its client',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const pool = await poolOn(own);
      const { leg } = await thinIn(own, pool);
      expect(await status(own, pool)).toMatchObject({ mode: 'rw', needsCheck: false, dataUsed: 0, dataTotal: POOL_BYTES / BLOCK_BYTES });
      const device = await own.connect(await own.export(leg));
      expect(await client.read(device, 5 * MiB)).toBe('');
      for (const place of [0, MiB, MiB + 512, 31 * MiB]) await client.write(device, place, `at ${place}`);
      expect(await client.read(device, 31 * MiB)).toBe(`at ${31 * MiB}`);
      expect(await client.read(device, 31 * MiB - 512)).toBe('');
      expect(await status(own, pool)).toMatchObject({ dataUsed: 3 });
      expect((await own.fabric.target.host.observeSlow()).thins).toMatchObject([{ mappedBytes: 3 * BLOCK_BYTES }]);
      await client.discard(device);
      await until(own.fabric, 'an empty pool', PATIENCE_SECONDS, async () => (await status(own, pool)).dataUsed === 0);
      expect(await client.read(device, MiB)).toBe('');
    }),
  },
  {
    statement: 'a snapshot keeps the bytes of its moment while its origin is written, and its space comes back with it',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const pool = await poolOn(own);
      const origin = await thinIn(own, pool);
      const device = await own.connect(await own.export(origin.leg));
      await client.write(device, 0, 'before');
      await client.write(device, 4 * MiB, 'unchanged');
      const copy = await thinIn(own, pool, origin);
      expect(await status(own, pool)).toMatchObject({ dataUsed: 2 });
      await client.write(device, 0, 'after');
      expect(await status(own, pool)).toMatchObject({ dataUsed: 3 });
      expect([await target.read(copy.leg.path, 0), await target.read(copy.leg.path, 4 * MiB)]).toEqual(['before', 'unchanged']);
      await target.write(copy.leg.path, 4 * MiB, 'of the copy');
      expect([await client.read(device, 0), await client.read(device, 4 * MiB)]).toEqual(['after', 'unchanged']);
      await own.onTarget({ op: 'remove-mapping', name: copy.table.name });
      const remove: Operation = { op: 'delete-thin', pool: pool.table.name, thinId: copy.table.thinId };
      await own.onTarget(remove);
      await own.onTarget(remove);
      expect(await status(own, pool)).toMatchObject({ dataUsed: 2 });
    }),
  },
  {
    statement:
      'a last half with a superblock older than mdadm takes starts its array with --force --run only, and others are rebuilt beside it (S4)',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const pool = await poolOn(own);
      const thin = await thinIn(own, pool);
      const { devices } = await own.connectedLegs(3);
      const [first = '', third = '', fourth = ''] = devices;
      const create = own.newArray([first, await own.connect(await own.export(thin.leg)), third, fourth], 'raid10');
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      await client.write(`/dev/${array}`, 0, 'kept');
      // The half as it was: md has told it nothing since.
      const old = await thinIn(own, pool, thin);
      for (const member of [first, third].map(kernelName)) {
        await own.fabric.failMember(array, member);
        await own.slotless(uuid, member);
        await own.onClient({ op: 'remove-member', array, uuid, member });
      }
      await own.stop(uuid);
      const second = await own.connect(await own.export(old.leg));
      const superblocks = [...(await client.host.examineSuperblocks([second, fourth])).values()];
      expect(superblocks.map((superblock) => superblock?.arrayState)).toEqual(['AAAA', '.A.A']);
      expect((superblocks[1]?.events ?? 0) - (superblocks[0]?.events ?? 0)).toBeGreaterThan(1);

      const start = (how: { run: boolean; force?: boolean }): Operation => ({
        ...{ op: 'assemble-array', name: create.name, uuid, devices: [second, fourth], readOnly: false, ...how },
      });
      await expect(own.onClient(start({ run: false }))).rejects.toThrow();
      await expect(own.onClient(start({ run: true }))).rejects.toThrow();
      await own.onClient(start({ run: true, force: true }));
      const running = await own.runningArray(create);
      expect(running).toMatchObject({ degraded: 2 });
      expect(await client.read(`/dev/${running.device}`, 0)).toBe('kept');
      const back = { array: running.device, uuid, device: first };
      await expect(own.onClient({ op: 're-add-member', ...back })).rejects.toThrow();
      await own.onClient({ op: 'zero-superblock', device: first, uuid });
      await own.onClient({ op: 'add-member', ...back });
      await own.membersInSync(uuid, 3);
      expect(await client.read(`/dev/${running.device}`, 0)).toBe('kept');
    }),
  },
  {
    statement: 'a full pool refuses new blocks at once, takes what it has mapped, and goes on after both its volumes are extended',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const pool = await poolOn(own);
      const thin = await thinIn(own, pool);
      await target.write(thin.leg.path, 0, 'first');
      expect(await fill(own, thin)).toBe(POOL_BYTES / BLOCK_BYTES);
      expect(await status(own, pool)).toMatchObject({ mode: 'out-of-data-space', dataUsed: POOL_BYTES / BLOCK_BYTES });
      await target.write(thin.leg.path, 0, 'mapped');
      expect(await target.read(thin.leg.path, 0)).toBe('mapped');
      const [data, metadata] = volumesOf(pool);
      if (!data || !metadata) throw new Error('a pool has two volumes');
      await own.onTarget({ op: 'extend-pool-volume', ...metadata, sizeBytes: 8 * MiB });
      await own.onTarget({ op: 'extend-pool-volume', ...data, sizeBytes: 2 * POOL_BYTES });
      await own.onTarget({ op: 'extend-pool-volume', ...data, sizeBytes: 2 * POOL_BYTES });
      await own.onTarget({ op: 'resize-pool', ...pool.table, lengthBytes: 2 * POOL_BYTES });
      await own.onTarget({ op: 'resize-pool', ...pool.table, lengthBytes: 2 * POOL_BYTES });
      expect(await status(own, pool)).toMatchObject({ mode: 'rw', dataTotal: (2 * POOL_BYTES) / BLOCK_BYTES, metadataTotal: 2048 });
      await target.write(thin.leg.path, POOL_BYTES, 'more');
      expect(await target.read(thin.leg.path, POOL_BYTES)).toBe('more');
      await own.onTarget({ op: 'resize-thin-device', ...thin.table, lengthBytes: 2 * THIN_BYTES });
      await target.write(thin.leg.path, 2 * THIN_BYTES - 512, 'grown');
      expect(await target.read(thin.leg.path, 2 * THIN_BYTES - 512)).toBe('grown');
    }),
  },
  {
    statement: 'a thin leg that its pool does not know is refused, and no id is recorded for two legs',
    holds: scene(async (own) => {
      const pool = await poolOn(own);
      const { table } = await thinIn(own, pool);
      const name = thinName(newId());
      const unknown = { ...table, name, uuid: dmUuid(name), thinId: 99 };
      // dmsetup's last line is only "Command failed".
      await expect(own.onTarget({ op: 'create-thin-device', ...unknown })).rejects.toMatchObject({
        stderr: expect.stringContaining('No data available'),
      });
      expect((await own.fabric.target.host.observeFast()).mappings.some((found) => found.name === name)).toBe(false);
      await own.onTarget({ op: 'delete-thin', pool: pool.table.name, thinId: 99 });
      const record = (legId: string, thinId: number): Operation => ({
        ...{ op: 'record-thin', vg: pool.vg, lv: POOL_DATA_LV, add: [thinTag({ thinId, state: 'making', legId })], remove: [] },
      });
      const [one, other] = [newId(), newId()];
      await own.onTarget(record(one, 7));
      await own.onTarget(record(one, 7));
      await expect(own.onTarget(record(other, 7))).rejects.toThrow('same id');
      await expect(own.onTarget(record(one, 8))).rejects.toThrow('same id');
      await own.onTarget(record(other, 8));
      const { logicalVolumes } = await own.fabric.target.host.observeSlow();
      expect(logicalVolumes.find(({ vg, lv }) => vg === pool.vg && lv === POOL_DATA_LV)?.tags.length).toBe(2);
    }),
  },
  {
    statement: 'held volumes take no write until they are released; a process beside the agent ends a hold after its bound',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(2);
      const volumes = [await volumeOver(own, devices[0] ?? ''), await volumeOver(own, devices[1] ?? '')];
      const mappings = volumes.map(({ name }) => name);
      own.later(async () => {
        for (const name of mappings) await own.onClient({ op: 'resume-mapping', name });
      });
      const suspended = () => Promise.all(mappings.map((name) => isSuspended(own, name)));
      const id = newId();
      const ended = async () => (await client.host.observeFast()).endedHolds ?? [];
      await own.onClient({ op: 'hold-io', id, boundMs: 60_000, mappings });
      expect([await suspended(), await ended()]).toEqual([[true, true], []]);
      await own.onClient({ op: 'release-io', id, mappings });
      expect([await suspended(), await ended()]).toEqual([[false, false], [{ id, ms: expect.any(Number) }]]);
      for (const { path } of volumes) await client.write(path, 0, 'released');
      await expect(own.onClient({ op: 'release-io', id, mappings })).rejects.toThrow('not suspended');
      await own.onClient({ op: 'hold-io', id: newId(), boundMs: 1500, mappings });
      const early = volumes.map(({ path }, at) => client.write(path, 4096, `after ${at}`).catch(() => undefined));
      expect(await suspended()).toEqual([true, true]);
      await until(own.fabric, 'the end of the hold', PATIENCE_SECONDS, async () => (await suspended()).every((is) => is === false));
      await Promise.all(early);
      for (const { path } of volumes) await client.write(path, 8192, 'works');
    }),
  },
  {
    statement:
      'a mirror over two pools goes on when one is full: md keeps the half in sync and marks the place as bad; when both are full, the write fails',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const pools = [await poolOn(own, 0), await poolOn(own, 1)];
      const halves = await Promise.all(pools.map((pool) => thinIn(own, pool)));
      const devices = await Promise.all(halves.map(async ({ leg }) => own.connect(await own.export(leg))));
      const created = own.newArray(devices);
      await own.onClient(created);
      const path = `/dev/${(await own.runningArray(created)).device}`;
      await client.write(path, 0, 'mapped');
      const [first, second] = await Promise.all(pools.map((pool) => thinIn(own, pool)));
      if (!first || !second) throw new Error('there are two pools');
      await fill(own, first);
      await client.write(path, 4 * MiB, 'on one half');
      expect([await client.read(path, 0), await client.read(path, 4 * MiB)]).toEqual(['mapped', 'on one half']);
      const members = async () =>
        (await own.array(created.uuid))?.members
          .map(({ slot, flags, badBlocks }) => [slot, flags.includes('in_sync'), badBlocks > 0])
          .sort();
      expect(await members()).toEqual([
        [0, true, true],
        [1, true, false],
      ]);
      await fill(own, second);
      await expect(client.write(path, 6 * MiB, 'nowhere')).rejects.toThrow();
      expect(await members()).toEqual([
        [0, true, true],
        [1, true, true],
      ]);
      await client.write(path, 0, 'mapped already');
      expect([await client.read(path, 0), await client.read(path, 4 * MiB)]).toEqual(['mapped already', 'on one half']);

      for (const pool of pools) {
        await own.onTarget({ op: 'extend-pool-volume', vg: pool.vg, lv: POOL_DATA_LV, sizeBytes: 2 * POOL_BYTES });
        await own.onTarget({ op: 'resize-pool', ...pool.table, lengthBytes: 2 * POOL_BYTES });
      }
      await client.write(path, 7 * MiB, 'there is room');
      expect(await client.read(path, 7 * MiB)).toBe('there is room');
      await expect(client.write(path, 6 * MiB, 'still bad')).rejects.toThrow();
      await expect(client.read(path, 6 * MiB)).rejects.toThrow();
    }),
  },
  {
    statement: 'copies of the legs of a running array get another UUID beside it, also when some of them have it already',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const pools = [await poolOn(own, 0), await poolOn(own, 1)];
      const origins = await Promise.all(pools.map((pool) => thinIn(own, pool)));
      const connect = async (thins: Thin[]) => {
        const exports = await Promise.all(thins.map(({ leg }) => own.export(leg)));
        return Promise.all(exports.map((exported) => own.connect(exported)));
      };
      const created = own.newArray(await connect(origins));
      await own.onClient(created);
      const { device } = await own.runningArray(created);
      await client.write(`/dev/${device}`, 0, 'before');
      const copies = await Promise.all(pools.map((pool, at) => thinIn(own, pool, origins[at])));
      await client.write(`/dev/${device}`, 0, 'after');
      const devices = await connect(copies);
      const copy = own.newArray(devices);
      const rename = (some: string[]): Operation => ({
        ...{ op: 'rename-array', name: copy.name, uuid: copy.uuid, previousUuid: created.uuid, devices: some },
      });
      await own.onClient(rename(devices.slice(0, 1)));
      await own.onClient(rename(devices.slice(1)));
      await own.onClient(rename(devices));
      await own.onClient(own.assembly(copy));
      const running = await own.runningArray(copy);
      expect([running.degraded, running.syncAction]).toEqual([0, 'idle']);
      expect([await client.read(`/dev/${running.device}`, 0), await client.read(`/dev/${device}`, 0)]).toEqual(['before', 'after']);
      await own.stop(copy.uuid);
    }),
  },
];
