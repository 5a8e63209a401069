import type { CacheMode } from '@weft/shared/cache/cache-modes';
import { cacheLvName, cacheMetadataLvName, dmUuid, legCacheName, legDeviceName, WRITE_BACK_TAG } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { DmCache } from '../dm-cache.js';
import type { CacheTable, DmSegment, Operation } from '../operations.js';
import { type Statement, until } from './contract-fabric.js';
import { deviceOver, groupOf, LEG_BYTES, type Leg, PATIENCE_SECONDS, type Scene, scene, sharedLegsOn } from './scene.js';

const BLOCK_BYTES = 64 * 1024;
const CLEAN_SECONDS = 20;

interface Cached {
  leg: Leg;
  table: CacheTable;
  metadata: { vg: string; lv: string };
  /** Of the leg's device: over its LV, and over the cache. */
  over: { volume: DmSegment; cache: DmSegment };
}

/** A leg on drive 0 with its own device, and an empty cache on drive 1 that is not in use yet. */
async function cacheFor(own: Scene, leg: Leg, mode: CacheMode): Promise<Cached> {
  const vg = groupOf(1);
  const [data, metadata] = [cacheLvName(leg.id), cacheMetadataLvName(leg.id)];
  for (const [lv, sizeBytes] of [
    [data, 8 * MiB],
    [metadata, 4 * MiB],
  ] as const) {
    own.later(() => own.onTarget({ op: 'remove-logical-volume', vg, lv }));
    await own.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes, tags: [] });
    // The scene of another statement had one of the same name.
    own.fabric.knownVolumes.delete(`/dev/${vg}/${lv}`);
  }
  const name = legCacheName(leg.id);
  const table = {
    ...{ name, uuid: dmUuid(name), origin: leg.path, data: `/dev/${vg}/${data}`, metadata: `/dev/${vg}/${metadata}` },
    ...{ lengthBytes: leg.sizeBytes, blockBytes: BLOCK_BYTES, mode },
  };
  const segment = (device: string): DmSegment => ({ startBytes: 0, lengthBytes: leg.sizeBytes, device, offsetBytes: 0 });
  await own.onTarget({ op: 'zero-cache-metadata', vg, lv: metadata });
  own.later(async () => {
    await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
    await own.onTarget({ op: 'remove-mapping', name });
    await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: false });
  });
  return { leg, table, metadata: { vg, lv: metadata }, over: { volume: segment(leg.path), cache: segment(`/dev/mapper/${name}`) } };
}

const moved = ({ leg }: Cached, from: DmSegment, to: DmSegment, leaves = false): Operation => ({
  ...{ op: 'move-leg-device', name: legDeviceName(leg.id), uuid: dmUuid(legDeviceName(leg.id)), from, to },
  leaves: leaves ? { cache: legCacheName(leg.id), vg: leg.vg, lv: leg.lv } : null,
});
const intoUse = (cached: Cached): Operation => moved(cached, cached.over.volume, cached.over.cache);
const outOfUse = (cached: Cached): Operation => moved(cached, cached.over.cache, cached.over.volume, true);
const cleaned = ({ table: { mode, ...devices } }: Cached): Operation => ({ op: 'clean-cache', ...devices, seconds: CLEAN_SECONDS });

const status = async (own: Scene, { table: { name } }: Cached): Promise<DmCache | undefined> =>
  (await own.fabric.target.host.observeSlow()).caches.find((found) => found.name === name);

/** dm-cache under the device of a leg. */
export const cacheContract: Statement[] = [
  {
    statement: 'a cache comes between a leg and its clients, changes its mode and goes, while they write; no byte is lost',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const leg = own.leg();
      const cached = await cacheFor(own, leg, 'write-through');
      const device = await own.connect(await own.export(leg));
      const places: number[] = [];
      const write = async () => {
        places.push(places.length * MiB);
        await client.write(device, places.at(-1) ?? 0, `number ${places.length}`);
      };
      const expectAll = async (path: string, machine = target) => {
        for (const [at, place] of places.entries()) expect(await machine.read(path, place)).toBe(`number ${at + 1}`);
      };
      await write();
      await own.onTarget({ op: 'create-cache', ...cached.table });
      await own.onTarget({ op: 'create-cache', ...cached.table });
      await own.onTarget(intoUse(cached));
      await own.onTarget(intoUse(cached));
      await write();
      expect(await status(own, cached)).toMatchObject({
        failed: false,
        mode: 'write-through',
        policy: 'smq',
        blockBytes: BLOCK_BYTES,
        total: 128,
      });
      await expectAll(leg.path);
      for (const mode of ['write-back', 'write-through', 'pass-through', 'write-back'] as const) {
        if (mode === 'pass-through') await own.onTarget(cleaned(cached));
        await own.onTarget({ op: 'change-cache', ...cached.table, mode });
        expect(await status(own, cached)).toMatchObject({ mode, policy: 'smq' });
        await write();
        await expectAll(device, client);
      }
      await expect(own.onTarget(outOfUse(cached))).rejects.toThrow('stays in use');
      await own.onTarget(cleaned(cached));
      await own.onTarget(cleaned(cached));
      expect(await status(own, cached)).toMatchObject({ mode: 'write-through', policy: 'cleaner', dirty: 0 });
      await own.onTarget(outOfUse(cached));
      await own.onTarget(outOfUse(cached));
      await own.onTarget({ op: 'remove-mapping', name: cached.table.name });
      await write();
      await expectAll(leg.path);
      await expectAll(device, client);
    }),
  },
  {
    statement: 'what a write-back cache holds is there again after it was made again on its metadata; with zeroed metadata it is empty',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const leg = own.leg();
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      const cached = await cacheFor(own, leg, 'write-back');
      const again = async () => {
        await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
        await own.onTarget({ op: 'remove-mapping', name: cached.table.name });
      };
      const up = async () => {
        await own.onTarget({ op: 'create-cache', ...cached.table });
        await own.onTarget({ op: 'create-linear', ...deviceOver({ ...leg, path: cached.over.cache.device }) });
      };
      await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: true });
      await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: true });
      const tags = async () => (await target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === leg.lv)?.tags;
      expect(await tags()).toContain(WRITE_BACK_TAG);
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await up();
      for (const text of ['first', 'second', 'third']) await target.write(leg.device, 3 * MiB, text);
      await again();
      await up();
      expect(await target.read(leg.device, 3 * MiB)).toBe('third');
      await own.onTarget(cleaned(cached));
      await again();
      expect(await target.read(leg.path, 3 * MiB)).toBe('third');
      await target.write(leg.path, 3 * MiB, 'behind its back');
      await own.onTarget({ op: 'zero-cache-metadata', ...cached.metadata });
      await up();
      expect(await target.read(leg.device, 3 * MiB)).toBe('behind its back');
      expect(await status(own, cached)).toMatchObject({ dirty: 0 });
      await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: false });
      expect(await tags()).not.toContain(WRITE_BACK_TAG);
    }),
  },
  {
    statement:
      'a leg is counted above its cache, and its cache counts what it finds and misses by direction, from zero when its table is loaded again',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const leg = own.leg();
      const cached = await cacheFor(own, leg, 'write-through');
      const device = await own.connect(await own.export(leg));
      await own.onTarget({ op: 'create-cache', ...cached.table });
      await own.onTarget(intoUse(cached));
      const { name } = cached.table;
      const legs = [{ vg: leg.vg, lv: leg.lv, device: legDeviceName(leg.id) }];
      const read = async () => {
        const { io, caches } = await target.host.readCounters({ volumes: [], legs, caches: [name] });
        return { leg: io[leg.lv], cache: caches?.[name] };
      };
      // The first reading makes the leg's region.
      await until(own.fabric, 'counters of the leg', PATIENCE_SECONDS, async () => (await read()).leg);
      const before = await read();
      for (let block = 0; block < 3; block++) await client.write(device, block * MiB, `block ${block}`);
      const after = await read();
      expect(after.leg?.origin).toBe(before.leg?.origin);
      expect((after.leg?.writes ?? 0) - (before.leg?.writes ?? 0)).toBe(3);
      const writes = (of: typeof after) => (of.cache?.writeHits ?? 0) + (of.cache?.writeMisses ?? 0);
      expect(writes(after) - writes(before)).toBeGreaterThanOrEqual(3);
      expect(after.cache?.origin).toBe(before.cache?.origin);
      expect(after.cache).toMatchObject({ totalBytes: 8 * MiB, dirtyBytes: 0 });
      await own.onTarget({ op: 'change-cache', ...cached.table, mode: 'write-back' });
      const changed = await read();
      expect(changed.cache?.origin).not.toBe(before.cache?.origin);
      expect(writes(changed)).toBeLessThan(writes(after));
      expect(changed.leg?.origin).toBe(before.leg?.origin);
      await own.onTarget(cleaned(cached));
      await own.onTarget(outOfUse(cached));
      expect((await target.host.readCounters({ volumes: [], legs, caches: ['weft-none'] })).caches).toEqual({});
    }),
  },
  {
    statement: 'a cache whose metadata is open is not zeroed, and one over other devices is neither changed nor cleaned',
    holds: scene(async (own) => {
      const [leg, other] = [own.leg(), own.leg()];
      const cached = await cacheFor(own, leg, 'write-through');
      await own.onTarget({ op: 'create-cache', ...cached.table });
      await expect(own.onTarget({ op: 'zero-cache-metadata', ...cached.metadata })).rejects.toThrow('open');
      const strange = { ...cached.table, origin: other.path };
      await expect(own.onTarget({ op: 'change-cache', ...strange, mode: 'write-back' })).rejects.toThrow('left alone');
      await expect(own.onTarget({ op: 'clean-cache', ...strange, seconds: 1 })).rejects.toThrow('left alone');
      await own.onTarget({ op: 'create-linear', ...deviceOver(other) });
      own.later(() => own.onTarget({ op: 'remove-mapping', name: legDeviceName(other.id) }));
      await expect(own.onTarget(moved({ ...cached, leg: other }, cached.over.volume, cached.over.cache))).rejects.toThrow(
        `mapping ${legDeviceName(other.id)}`,
      );
      expect(await status(own, cached)).toMatchObject({ mode: 'write-through', policy: 'smq' });
    }),
  },
  {
    statement: 'a cache says that it failed with its drive; only an LV that has everything is used without it',
    holds: scene(async (own) => {
      const { fabric } = own;
      const { target } = fabric;
      const leg = own.leg();
      const { host } = target;
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      const cached = await cacheFor(own, leg, 'write-through');
      await own.onTarget({ op: 'create-cache', ...cached.table });
      await own.onTarget(intoUse(cached));
      await target.write(leg.device, 0, 'on both');
      await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: true });
      await fabric.unplug(fabric.serials[1]);
      await until(fabric, 'drive gone', PATIENCE_SECONDS, async () => (await host.localDrive(fabric.serials[1], 1)) === undefined);
      // I/O of blocks that it does not hold still ends well: only its status tells.
      await until(fabric, 'a failed cache', PATIENCE_SECONDS, async () => (await status(own, cached))?.failed);
      await expect(own.onTarget(outOfUse(cached))).rejects.toThrow('stays in use');
      await own.onTarget({ op: 'mark-write-back', vg: leg.vg, lv: leg.lv, marked: false });
      await own.onTarget(outOfUse(cached));
      await own.onTarget({ op: 'remove-mapping', name: cached.table.name });
      expect(await target.read(leg.device, 0)).toBe('on both');
      await target.write(leg.device, LEG_BYTES - 512, 'without it');
      expect(await target.read(leg.path, LEG_BYTES - 512)).toBe('without it');
      await fabric.plug(fabric.serials[1]);
      await own.device(1);
      // Its volumes are inactive or on the device of before; removing them ends both.
      const isListed = async () => (await host.observeSlow()).logicalVolumes.some(({ lv }) => lv === cached.metadata.lv);
      await until(fabric, 'the volumes of the cache listed', PATIENCE_SECONDS, isListed);
      for (const { vg, lv } of sharedLegsOn(1)) await own.onTarget({ op: 'reactivate-logical-volume', vg, lv });
    }),
  },
];
