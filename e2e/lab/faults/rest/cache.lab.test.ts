/** Caches of legs on real kernels (docs/data-services.md). */

import type { CacheMode } from '@weft/shared/cache/cache-modes';
import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { labOfFile } from '../../fabric/lab-of-file.js';
import { createClass } from '../../fabric/provision.js';
import { FaultLab, faultSettings, timed } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';
import { Stamps } from '../stamps.js';
import { delayed } from '../target.js';

const DELAY_MS = 5;
/** Bytes that the measured reads touch: less than the cache. */
const WORKING_SET_MIB = 8;
const cacheOf = (mode: CacheMode): VolumeCache => ({ mode, bytesPerLeg: 32 * MiB, percentOfLeg: null, acceptsLoss: false });

/** On each of three targets one drive for legs and one for caches. */
const lab = labOfFile({ settings: faultSettings, targets: 3, clients: 1 }, async (fabric) => {
  const { items } = await fabric.api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
  const jobs = await Promise.all(
    items.map(({ id, version, serial }) =>
      fabric.api.call(endpoints.takeDrive, { params: { id }, ifMatch: version, body: { role: serial.endsWith('-D2') ? 'cache' : 'data' } }),
    ),
  );
  for (const { job } of jobs) await fabric.api.done(job.id, 480);
  return new FaultLab(fabric, await createClass(fabric, 'all'));
});

async function order(now: FaultLab, mirror: Mirror, cache: VolumeCache | null): Promise<void> {
  const { id, version } = await now.volume(mirror);
  await now.fabric.api.call(endpoints.updateVolume, { params: { id }, ifMatch: version, body: { cache } });
}
/** Waits until every leg uses its cache in this mode, or none has one. */
const inForce = (now: FaultLab, mirror: Mirror, mode: CacheMode | null, seconds = 300): Promise<void> =>
  timed(`cache ${mode ?? 'off'}`, () =>
    until(`cache ${mode ?? 'off'} of every leg`, seconds, async () => {
      const caches = (await now.volume(mirror)).legs.map(({ cache }) => cache);
      const isRight = (cache: (typeof caches)[number]) =>
        mode === null ? cache === null : cache?.observed?.inUse === true && cache.observed.mode === mode && !cache.isEnding;
      return caches.every(isRight) ? true : undefined;
    }),
  );
/** The newest value of the last minute. NaN: none. */
async function latest(now: FaultLab, object: string, metric: 'cache-read-hit-ratio' | 'cache-used' | 'cache-dirty'): Promise<number> {
  const from = new Date(Date.now() - 60_000).toISOString();
  const { series } = await now.fabric.api.call(endpoints.queryStatistics, { query: { objects: object, metrics: metric, from, step: 10 } });
  const known = (series[0]?.values ?? []).filter((value) => value !== null);
  return Number(known.at(-1) ?? Number.NaN);
}
/** Bytes that only the cache of the volume's leg on this node has. */
async function dirtyBytes(now: FaultLab, mirror: Mirror, node: string): Promise<number> {
  const leg = (await now.volume(mirror)).legs.find((each) => each.node.name === node);
  const share = leg ? await latest(now, `leg:${leg.id}`, 'cache-dirty') : Number.NaN;
  return share > 0 ? Math.round(share * (leg?.cache?.dataBytes ?? 0)) : 0;
}

/** Median of reads of 4 KiB, one at a time, in milliseconds. */
async function medianRead({ client, device }: Mirror, seconds: number): Promise<number> {
  const job = [
    `--size=${WORKING_SET_MIB}M`,
    '--rw=randread',
    '--bs=4k',
    '--iodepth=1',
    '--direct=1',
    '--time_based',
    `--runtime=${seconds}`,
  ];
  const command = ['fio', '--name=read', `--filename=${device}`, '--ioengine=libaio', ...job, '--output-format=json'];
  const { stdout } = await client.exec(command, { timeoutSeconds: 300 });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { jobs: { read: { clat_ns: { percentile: Record<string, number> } } }[] };
  return (report.jobs[0]?.read.clat_ns.percentile['50.000000'] ?? Number.NaN) / 1e6;
}
const hitRatio = (now: FaultLab, mirror: Mirror): Promise<number> => latest(now, `volume:${mirror.volume.id}`, 'cache-read-hit-ratio');

describe.sequential('caches of legs', () => {
  test('row: over a drive that takes 5 ms longer, a cache answers most reads, faster', { timeout: 1_800_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'concatenated', bitmapChunkBytes: null });
    const [leg] = mirror.volume.legs;
    if (!leg) throw new Error('a volume without legs');
    const undo = await delayed(now.fabric.machine(leg.node.name), leg.id, DELAY_MS);
    await mirror.client.run(`dd if=/dev/urandom of=${mirror.device} bs=1M count=${WORKING_SET_MIB} oflag=direct 2>/dev/null`, {
      timeoutSeconds: 120,
    });
    const before = await medianRead(mirror, 15);
    await order(now, mirror, cacheOf('write-through'));
    await inForce(now, mirror, 'write-through');
    // smq takes blocks in by how often they are read.
    let share = Number.NaN;
    for (let round = 0; round < 12 && !(share > 0.9); round++) {
      await medianRead(mirror, 15);
      share = await hitRatio(now, mirror);
    }
    const after = await medianRead(mirror, 15);
    share = await hitRatio(now, mirror);
    const used = await latest(now, `leg:${leg.id}`, 'cache-used');
    console.log(
      `median read ${before.toFixed(2)} ms without, ${after.toFixed(2)} ms with the cache; ${(share * 100).toFixed(1)} % of reads found; ${(used * 100).toFixed(0)} % of it used`,
    );
    expect(before).toBeGreaterThan(DELAY_MS - 1);
    expect(share).toBeGreaterThan(0.5);
    expect(after).toBeLessThan(before / 2);
    await undo();
    await order(now, mirror, null);
    await inForce(now, mirror, null);
    await now.discard(mirror);
  });

  test('row: modes changed, the cache resized, ended and begun again under verified I/O: no error, no wrong byte', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', cache: cacheOf('write-through') });
    await inForce(now, mirror, 'write-through');
    await now.underLoad(mirror, async (load) => {
      for (const mode of ['write-back', 'pass-through', 'write-back', 'write-through'] as const) {
        await order(now, mirror, cacheOf(mode));
        await inForce(now, mirror, mode);
        await load.carriesIo(mirror.device);
      }
      await order(now, mirror, { ...cacheOf('write-back'), bytesPerLeg: 48 * MiB });
      await until('caches of the new size', 600, async () =>
        (await now.volume(mirror)).legs.every(({ cache }) => cache?.dataBytes === 48 * MiB) ? true : undefined,
      );
      await inForce(now, mirror, 'write-back');
      await order(now, mirror, null);
      await inForce(now, mirror, null);
      await load.carriesIo(mirror.device);
      await order(now, mirror, cacheOf('write-back'));
      await inForce(now, mirror, 'write-back');
    });
    await now.same(mirror);
    await now.discard(mirror);
  });

  test('row: target killed with dirty blocks in its write-back cache, and back: no acknowledged write is lost, and both halves are equal', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', cache: cacheOf('write-back') });
    await inForce(now, mirror, 'write-back');
    const node = mirror.volume.legs[1]?.node.name ?? '';
    const target = now.fabric.machine(node);
    const stamps = await Stamps.listen();
    await stamps.start(mirror.client, mirror.device, 'c1');
    const dirty = await until(`dirty blocks on ${node}`, 180, async () => (await dirtyBytes(now, mirror, node)) || undefined);
    await target.kill();
    await now.health(mirror, 'degraded', 120);
    const counted = Math.max(...stamps.acknowledged.values());
    await until('writes acknowledged without it', 60, async () =>
      Math.max(...stamps.acknowledged.values()) > counted + 50 ? true : undefined,
    );
    await target.start();
    await now.health(mirror, 'healthy', 300);
    await inForce(now, mirror, 'write-back');
    expect(stamps.error).toBeUndefined();
    await mirror.client.run('pkill -KILL -f stamped-writer; true');
    expect(await stamps.missing(mirror.client, mirror.device)).toEqual([]);
    stamps.close();
    await now.same(mirror);
    console.log(`${dirty / 1024} KiB were dirty at the kill; ${stamps.acknowledged.size} blocks acknowledged, all there`);
    await now.discard(mirror);
  });

  test('row: cache drive pulled with dirty blocks: the mirror goes on, its leg counts as lost with the reason, and is rebuilt elsewhere', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', cache: cacheOf('write-back'), rebuildDelaySeconds: 60 });
    await inForce(now, mirror, 'write-back');
    const leg = mirror.volume.legs[1];
    const cache = (await now.volume(mirror)).legs[1]?.cache;
    if (!leg || !cache) throw new Error('a leg without a cache');
    const target = now.fabric.machine(leg.node.name);
    await now.underLoad(mirror, async (load) => {
      await until(`dirty blocks on ${leg.node.name}`, 180, async () => (await dirtyBytes(now, mirror, leg.node.name)) || undefined);
      await target.unplugDrive(cache.drive.serial);
      const lost = await until('the leg lost, with the reason', 180, async () => {
        const found = (await now.volume(mirror)).legs.find(({ id }) => id === leg.id);
        // The client may report first that md has marked it faulty.
        return found?.health === 'missing' && found.observations?.reason === 'leg-cache-missing' ? found : undefined;
      });
      console.log(`the leg: ${lost.observations?.message}`);
      await load.carriesIo(mirror.device);
      await until('the leg rebuilt elsewhere', 600, async () => {
        const { legs, health } = await now.volume(mirror);
        return health === 'healthy' && !legs.some(({ id }) => id === leg.id) ? true : undefined;
      });
    });
    await now.same(mirror);
    await target.plugDrive(cache.drive.serial);
    await now.discard(mirror);
  });
});
