/** Caches of legs between real agents on simulated machines, with a server and a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { dmName } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { CACHES_SCHEMA } from '../core/mongo/migrations/0038-caches.js';

let server: TestServer;
let cluster: SimulatedCluster;
let driveClassId = '';
const TARGETS = ['cache-t1', 'cache-t2'];
const CLIENT = 'cache-c1';
const THROUGH = { mode: 'write-through' as const, bytesPerLeg: 256 * MiB };

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const bodyOf = (name: string, more: object = {}) =>
  endpoints.createVolume.body.parse({ ...{ name, driveClassId, sizeBytes: GiB, protection: 'raid1', cache: THROUGH }, ...more });
const volumeOf = ({ id }: Pick<Volume, 'id'>) => call(endpoints.getVolume, { params: { id } });
async function created(name: string, more: object = {}): Promise<Volume> {
  const { volume, job } = await call(endpoints.createVolume, { body: bodyOf(name, more) });
  await cluster.done(job);
  return volumeOf(volume);
}
async function update(volume: Volume, change: object): Promise<Volume> {
  const { version } = await volumeOf(volume);
  return call(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: version, body: endpoints.updateVolume.body.parse(change) });
}
const cachesOf = async (volume: Volume) => (await volumeOf(volume)).legs.map(({ cache }) => cache);
const incomplete = async (volume: Volume) => (await volumeOf(volume)).conditions.find(({ type }) => type === 'CacheIncomplete')?.message;
const drivesOf = async (query: { serial?: string; role?: 'cache' } = {}) => (await call(endpoints.listDrives, { query })).items;
const driveNamed = async (serial: string) => (await drivesOf({ serial }))[0] ?? expect.fail(`no drive ${serial}`);
async function take(serial: string, role: 'data' | 'cache') {
  const { id, version } = await driveNamed(serial);
  await cluster.done((await call(endpoints.takeDrive, { params: { id }, ifMatch: version, body: { role } })).job);
  return driveNamed(serial);
}
/** Each leg's cache is in use, in this mode. */
const inUse = (volume: Volume, mode: string) =>
  until(async () => expect((await cachesOf(volume)).map((cache) => cache?.observed?.inUse && cache.observed.mode)).toEqual([mode, mode]));

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.blank(server, [...TARGETS.map((name) => ({ name, drives: 3 })), { name: CLIENT, drives: 0 }]);
  const { version } = await call(endpoints.getSettings);
  const body = { storageNetworks: [{ name: 'left', cidrs: ['10.79.1.0/24'] }] };
  await call(endpoints.updateSettings, { body, ifMatch: version });
  const members = { by: 'selector' as const, selector: { models: ['Sim 100G'] } };
  driveClassId = (await call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
  for (const name of TARGETS) await take(`${name}-d`, 'data');
}, 170_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('a policy without one size is refused, and write-back without a mirror needs the acceptance of its loss', async () => {
  const field = async (more: object) => (await refused(endpoints.createVolume, { body: bodyOf('no', more) })).field;
  expect(await field({ cache: { mode: 'write-through' } })).toBe('cache');
  expect(await field({ cache: { ...THROUGH, percentOfLeg: 5 } })).toBe('cache');
  const alone = { protection: 'concatenated', cache: { ...THROUGH, mode: 'write-back' } };
  expect(await field(alone)).toBe('cache.acceptsLoss');
});

test('without a cache drive a volume with a cache is refused, and the drives that lack one are named', async () => {
  const problem = await refused(endpoints.createVolume, { body: bodyOf('no') });
  expect(problem).toMatchObject({ code: 'insufficient-failure-domains' });
  expect(problem.detail).toContain('2 of nodes without room for a cache (cache-t1-d of cache-t1, cache-t2-d of cache-t2)');
});

test('servers of an earlier version: no drive becomes a cache beside them, and none starts afterwards', async () => {
  const schema = server.mongo.db.collection<{ _id: string; usableFrom: number }>('schema');
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: 17 } });
  const older = { _id: 'older', hostname: 'older', version: '0.0.9', address: 'older:4000', startedAt: new Date() };
  await server.mongo.db.collection<{ _id: string }>('servers').insertOne({ ...older, ...{ seenAt: new Date(Date.now() + 60_000) } });
  const { id, version } = await driveNamed('cache-t1-d1');
  expect(await refused(endpoints.takeDrive, { params: { id }, ifMatch: version, body: { role: 'cache' } })).toMatchObject({
    detail: expect.stringContaining('older:4000'),
  });
  await server.mongo.db.collection<{ _id: string }>('servers').deleteOne({ _id: 'older' });
  await take('cache-t1-d1', 'cache');
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(CACHES_SCHEMA);
});

test('a cache drive is in no class; its bytes are reserved with the legs, and come back with their deletion', async () => {
  const before = (await call(endpoints.getDriveClass, { params: { id: driveClassId } })).driveCount;
  const alone = await call(endpoints.planVolume, { body: bodyOf('alone', { protection: 'concatenated' }) });
  expect(alone.caches).toMatchObject({
    legs: [{ index: 0, drive: { serial: 'cache-t1-d1' }, dataBytes: 256 * MiB, metadataBytes: 8 * MiB }],
    targets: [{ name: 'cache-t1', takenBytes: 264 * MiB }],
    withoutRoom: { count: 1, neededBytes: 264 * MiB, targets: [{ name: 'cache-t2', freeBytes: 0 }] },
  });
  expect((await call(endpoints.planVolume, { body: bodyOf('plain', { cache: null }) })).caches).toBeNull();
  const cacheDrives = [await driveNamed('cache-t1-d1'), await take('cache-t2-d1', 'cache')];
  expect((await call(endpoints.getDriveClass, { params: { id: driveClassId } })).driveCount).toBe(before - 1);
  expect((await drivesOf({ role: 'cache' })).map(({ serial }) => serial).sort()).toEqual(['cache-t1-d1', 'cache-t2-d1']);
  const volume = await created('reserved');
  expect((await cachesOf(volume)).map((cache) => cache?.drive.serial).sort()).toEqual(['cache-t1-d1', 'cache-t2-d1']);
  const reserved = async () =>
    (await Promise.all(cacheDrives.map(({ serial }) => driveNamed(serial)))).map((drive) => drive.allocatedBytes);
  expect(await reserved()).toEqual([264 * MiB, 264 * MiB]);
  const { id, version } = await driveNamed('cache-t1-d1');
  expect(await refused(endpoints.releaseDrive, { params: { id }, ifMatch: version })).toMatchObject({
    code: 'in-use',
    detail: expect.stringContaining('reserved'),
  });
  const { version: last } = await volumeOf(volume);
  await cluster.done((await call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: last })).job);
  expect(await reserved()).toEqual([0, 0]);
});

test('the policy of an attached volume: mode changed, ended, begun again, and its cache drive evicted', async () => {
  const volume = await created('orders');
  const nodeId = (await call(endpoints.listNodes, { query: { name: CLIENT } })).items[0]?.id ?? '';
  const body = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId });
  const { attachment, job } = await call(endpoints.createAttachment, { body });
  await cluster.done(job);
  await inUse(volume, 'write-through');

  const client = cluster.fabric.host(CLIENT);
  client.mappings.setLoad(dmName(volume.id), { readIops: 1000, writeIops: 500, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 });
  const from = new Date().toISOString();
  await until(async () => {
    const query = { objects: `volume:${volume.id}`, metrics: 'cache-read-hit-ratio,cache-used', from, step: 10 };
    const { series } = await call(endpoints.queryStatistics, { query });
    const last = (metric: string) => series.find((each) => each.metric === metric)?.values?.findLast((value) => value !== null);
    expect(last('cache-read-hit-ratio')).toBeCloseTo(0.8, 1);
    expect(last('cache-used')).toBeGreaterThan(0);
  });
  client.mappings.setLoad(dmName(volume.id), null);

  await update(volume, { cache: { ...THROUGH, mode: 'write-back' } });
  await inUse(volume, 'write-back');
  await update(volume, { cache: { ...THROUGH, mode: 'pass-through' } });
  await inUse(volume, 'pass-through');
  await update(volume, { cache: null });
  await until(async () => expect(await cachesOf(volume)).toEqual([null, null]));
  await update(volume, { cache: { ...THROUGH, bytesPerLeg: 512 * MiB } });
  await inUse(volume, 'write-through');
  expect((await cachesOf(volume)).map((cache) => cache?.dataBytes)).toEqual([512 * MiB, 512 * MiB]);

  const evicted = await driveNamed('cache-t1-d1');
  const eviction = await call(endpoints.evictDrive, { params: { id: evicted.id }, ifMatch: evicted.version });
  await cluster.done(eviction.job);
  expect((await driveNamed('cache-t1-d1')).allocatedBytes).toBe(0);
  await until(async () => expect(await incomplete(volume)).toContain('whose cache drives have 0 B free of 520 MiB'));
  await take('cache-t1-d2', 'cache');
  await inUse(volume, 'write-through');
  await until(async () => expect(await incomplete(volume)).toBeUndefined());
  expect((await cachesOf(volume)).map((cache) => cache?.drive.serial)).toContain('cache-t1-d2');

  const { id, version } = await driveNamed('cache-t1-d1');
  await cluster.done((await call(endpoints.releaseDrive, { params: { id }, ifMatch: version })).job);
  expect(await driveNamed('cache-t1-d1')).toMatchObject({ state: 'available', role: 'data' });

  const { version: last } = await call(endpoints.getAttachment, { params: { id: attachment.id } });
  await cluster.done((await call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: last })).job);
});
