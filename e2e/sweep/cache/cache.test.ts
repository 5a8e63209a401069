/** Caches through all layers: a person's order, the server's steps, the targets' agents, dm-cache on simulated machines, and clients that write meanwhile. */
import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { expect, it } from 'vitest';
import { descriptionOf } from '../description.js';
import { allTo, TIMEOUT_MS, until, withVolumes } from '../directed.js';
import { cache } from '../requests.js';

const MiB = 2 ** 20;
const of = (mode: VolumeCache['mode']): VolumeCache => ({ mode, bytesPerLeg: 64 * MiB, percentOfLeg: null, acceptsLoss: false });

/** A mirror that a client writes to, with a cache of this mode in use on both targets. */
async function cachedMirror(mode: VolumeCache['mode']) {
  const sweep = await withVolumes(1, ['mirror']);
  await allTo(sweep, 0);
  const { stored, fabric } = sweep;
  const [first] = stored.volumes.values();
  if (!first) throw new Error('there is no volume');
  const volume = () => stored.volumes.get(first._id) ?? first;
  const observed = () =>
    volume().legs.map(({ id, nodeId }) => {
      const report = stored.lastReport(nodeId, 'leg', id);
      return report?.kind === 'leg' ? report.observed.cache : undefined;
    });
  const inForce = async (wanted: VolumeCache['mode'] | null) => {
    const isRight = () => observed().every((each) => (wanted === null ? each === undefined : each?.inUse && each.mode === wanted));
    const isFree = () => wanted !== null || volume().legs.every(({ spec }) => spec.cache === undefined);
    expect(await until(sweep, () => isRight() && isFree(), 900_000), descriptionOf(sweep).join('\n')).toBe(true);
  };
  const dirty = () =>
    sweep.machines.flatMap(({ host }) => (host.up ? host.caches.status() : [])).reduce((sum, each) => sum + each.dirty, 0);
  const isHealthy = () => until(sweep, () => volume().status.health === 'healthy', 1_800_000);
  cache(stored, first._id, of(mode));
  await inForce(mode);
  return { sweep, stored, fabric, id: first._id, volume, inForce, dirty, isHealthy };
}

it(
  'changes modes, ends and begins again while a client writes, and frees the bytes of what ended',
  async () => {
    const { sweep, stored, id, inForce, dirty } = await cachedMirror('write-through');
    for (const mode of ['write-back', 'pass-through', 'write-back'] as const) {
      cache(stored, id, of(mode));
      await inForce(mode);
    }
    expect(await until(sweep, () => dirty() > 0)).toBe(true);
    cache(stored, id, null);
    await inForce(null);
    expect(stored.cacheDrives().map(({ driveId }) => stored.allocatedBytes(driveId))).toEqual(stored.cacheDrives().map(() => 0));
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'continues a write-back cache with dirty blocks after its target lost its power',
  async () => {
    const { sweep, fabric, volume, inForce, dirty, isHealthy } = await cachedMirror('write-back');
    expect(await until(sweep, () => dirty() > 0)).toBe(true);
    const name = volume().legs[1]?.nodeName ?? '';
    fabric.kill(name);
    expect(await until(sweep, () => volume().status.health === 'degraded')).toBe(true);
    fabric.boot(name);
    expect(await isHealthy(), descriptionOf(sweep).join('\n')).toBe(true);
    await inForce('write-back');
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'rebuilds a leg elsewhere whose dirty cache was pulled, and nothing reads its old bytes',
  async () => {
    const { sweep, fabric, volume, dirty, isHealthy } = await cachedMirror('write-back');
    expect(await until(sweep, () => dirty() > 0)).toBe(true);
    const [, lost] = volume().legs;
    const serial = lost?.spec.cache?.driveSerial ?? '';
    fabric.removeDrive(lost?.nodeName ?? '', serial);
    expect(await until(sweep, () => volume().legs.every(({ id }) => id !== lost?.id), 1_800_000), descriptionOf(sweep).join('\n')).toBe(
      true,
    );
    expect(await isHealthy(), descriptionOf(sweep).join('\n')).toBe(true);
    fabric.returnDrive(lost?.nodeName ?? '', serial);
    await sweep.tick(60_000);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);
