/** Thin volumes, snapshots, clones and roll-backs between real agents on simulated machines, with a server and a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Snapshot } from '@weft/shared/kinds/snapshot';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { THIN_SCHEMA } from '../core/mongo/migrations/0039-thin.js';
import { SnapshotSchedules } from './schedules.service.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['thin-t1', 'thin-t2'];
const CLIENTS = ['thin-c1', 'thin-c2'];

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const bodyOf = (name: string, more: object = {}) =>
  endpoints.createVolume.body.parse({
    ...{ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1', provisioning: 'thin' },
    ...more,
  });
const volumeOf = (id: string) => call(endpoints.getVolume, { params: { id } });
async function created(name: string, more: object = {}): Promise<Volume> {
  const { volume, job } = await call(endpoints.createVolume, { body: bodyOf(name, more) });
  await cluster.done(job);
  return volumeOf(volume.id);
}
const nodeId = async (name: string) => (await call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
async function attach(volumeId: string, client = 'thin-c1', mode: 'exclusive' | 'readonly' = 'exclusive') {
  const body = endpoints.createAttachment.body.parse({ volumeId, nodeId: await nodeId(client), mode });
  const { attachment, job } = await call(endpoints.createAttachment, { body });
  await cluster.done(job);
  return attachment.id;
}
async function detach(id: string) {
  const { version } = await call(endpoints.getAttachment, { params: { id } });
  await cluster.done((await call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job);
}
async function snapshot(volumes: readonly Volume[], name: string | null = null): Promise<Snapshot[]> {
  const body = endpoints.createSnapshots.body.parse({ volumeIds: volumes.map(({ id }) => id), name });
  const { snapshots, jobs } = await call(endpoints.createSnapshots, { body });
  for (const job of jobs) await cluster.done(job);
  return Promise.all(snapshots.map(({ id }) => call(endpoints.getSnapshot, { params: { id } })));
}
async function remove(path: 'volume' | 'snapshot', id: string) {
  const { version } = await volumeOf(id);
  const asked = { params: { id }, ifMatch: version };
  await cluster.done((path === 'volume' ? await call(endpoints.deleteVolume, asked) : await call(endpoints.deleteSnapshot, asked)).job);
}
const drives = async () => (await call(endpoints.listDrives, { query: {} })).items;
const pools = async () => (await drives()).map(({ pool }) => pool);

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.start([server], TARGETS, CLIENTS);
}, 170_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('servers of an earlier version: no thin volume is made beside them, and none starts afterwards', async () => {
  const schema = server.mongo.db.collection<{ _id: string; usableFrom: number }>('schema');
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: 17 } });
  const older = { _id: 'older', hostname: 'older', version: '0.0.9', address: 'older:4000', startedAt: new Date() };
  const servers = server.mongo.db.collection<{ _id: string }>('servers');
  await servers.insertOne({ ...older, ...{ seenAt: new Date(Date.now() + 60_000) } });
  expect((await refused(endpoints.createVolume, { body: bodyOf('no') })).detail).toContain('older:4000');
  await servers.deleteOne({ _id: 'older' });
  await remove('volume', (await created('first')).id);
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(THIN_SCHEMA);
});

test('the first thin leg brings the pool of its drive, whose bytes are reserved; the last one takes it away', async () => {
  expect(
    (await refused(endpoints.createVolume, { body: bodyOf('no', { cache: { mode: 'write-through', bytesPerLeg: 8 * MiB } }) })).field,
  ).toBe('cache');
  await until(async () => expect(await pools()).toEqual([null, null]));
  const volume = await created('space');
  await until(async () => expect((await pools()).map((pool) => pool?.mode)).toEqual(['rw', 'rw']));
  for (const { pool, allocatedBytes } of await drives()) {
    expect(pool).toMatchObject({ legs: 1, isEnding: false, countedBytes: volume.legs[0]?.sizeBytes });
    expect(allocatedBytes).toBe((pool?.dataBytes ?? 0) + (pool?.metadataBytes ?? 0));
  }
  expect(volume.legs.every(({ thin }) => thin?.originLegId === null)).toBe(true);
  const assigned = server.mongo.db.collection<{ _id: string; content: { legs: { volumeId: string; mirrored?: true }[] } }>('assignments');
  const legs = (await assigned.find().toArray()).flatMap(({ content }) => content.legs).filter(({ volumeId }) => volumeId === volume.id);
  expect(legs.map(({ mirrored }) => mirrored)).toEqual([true, true]);
  await remove('volume', volume.id);
  await until(async () =>
    expect((await drives()).map(({ pool, allocatedBytes }) => [pool, allocatedBytes])).toEqual([
      [null, 0],
      [null, 0],
    ]),
  );
});

test('thin legs may promise twice what their pool can become, and no more', async () => {
  const { largestSizeBytes, capacity } = await call(endpoints.planVolume, { body: bodyOf('plan', { sizeBytes: 150 * GiB }) });
  // The drives give only their pools.
  expect(capacity.drives.every(({ takenBytes, freeBytesAfter }) => takenBytes < 7 * GiB && freeBytesAfter > 90 * GiB)).toBe(true);
  expect(largestSizeBytes).toBeGreaterThan(190 * GiB);
  expect(largestSizeBytes).toBeLessThan(200 * GiB);
  expect(await refused(endpoints.createVolume, { body: bodyOf('large', { sizeBytes: 220 * GiB }) })).toMatchObject({
    code: 'insufficient-space',
  });
});

test('a snapshot of an attached volume: its client holds it, and it can be read, cloned, rolled back to and deleted', async () => {
  const volume = await created('orders');
  const attachmentId = await attach(volume.id);
  const [taken] = await snapshot([volume], 'orders-1');
  expect(taken).toMatchObject({ state: 'ready', name: 'orders-1', volume: { id: volume.id, name: 'orders' }, origin: 'person' });
  expect(taken?.heldMs).toBeTypeOf('number');
  console.log(`held for a snapshot on simulated machines: ${taken?.heldMs} ms`);
  const id = taken?.id ?? '';
  expect((await call(endpoints.listVolumes, { query: {} })).items.map(({ name }) => name)).toEqual(['orders']);
  expect((await call(endpoints.listSnapshots, { query: { volumeId: volume.id } })).items.map(({ name }) => name)).toEqual(['orders-1']);

  // A snapshot is read, on any client, and by nobody written.
  const exclusive = endpoints.createAttachment.body.parse({ volumeId: id, nodeId: await nodeId('thin-c2') });
  expect((await refused(endpoints.createAttachment, { body: exclusive })).detail).toContain('readonly');
  const reading = await attach(id, 'thin-c2', 'readonly');
  const alsoReading = await attach(id, 'thin-c1', 'readonly');
  await detach(reading);
  await detach(alsoReading);

  const { volume: clone, job } = await call(endpoints.cloneSnapshot, {
    params: { id },
    body: endpoints.cloneSnapshot.body.parse({ name: 'orders-clone' }),
  });
  await cluster.done(job);
  expect(clone.arrayUuid).not.toBe(volume.arrayUuid);
  const cloned = await attach(clone.id, 'thin-c2');

  const { version } = await call(endpoints.getSnapshot, { params: { id } });
  const rollBack = { params: { id }, ifMatch: version, body: { volumeName: 'orders' } };
  expect((await refused(endpoints.rollBack, rollBack)).code).toBe('in-use');
  await detach(attachmentId);
  const before = await volumeOf(volume.id);
  const rolled = await call(endpoints.rollBack, rollBack);
  await cluster.done(rolled.job);
  await until(async () => expect((await volumeOf(volume.id)).obsoleteLegs).toEqual([]));
  const after = await volumeOf(volume.id);
  expect(after).toMatchObject({ epoch: before.epoch + 1, rollBack: null });
  expect(after.arrayUuid).not.toBe(before.arrayUuid);
  await detach(await attach(volume.id));

  // Blocks are shared: each can be deleted before the others.
  await remove('snapshot', id);
  await detach(cloned);
  await remove('volume', volume.id);
  await remove('volume', clone.id);
  await until(async () => expect(await pools()).toEqual([null, null]));
}, 170_000);

test('snapshots of several volumes at one moment, attached and detached; a name belongs to one', async () => {
  const volumes = [await created('one'), await created('two')];
  const attached: string[] = [];
  for (const { id } of volumes) attached.push(await attach(id));
  const taken = await snapshot(volumes, 'daily');
  expect(taken.map(({ name }) => name)).toEqual(['one-daily', 'two-daily']);
  expect(new Set(taken.map(({ groupId }) => groupId)).size).toBe(1);
  for (const id of attached) await detach(id);
  const [alone] = await snapshot(volumes.slice(0, 1));
  expect(alone).toMatchObject({ heldMs: null, state: 'ready' });
  const body = endpoints.createSnapshots.body.parse({ volumeIds: [volumes[0]?.id], name: 'one-daily' });
  expect((await refused(endpoints.createSnapshots, { body })).field).toBe('name');
  const elsewhere = await Promise.all(volumes.map(({ id }, at) => attach(id, CLIENTS[at])));
  const both = endpoints.createSnapshots.body.parse({ volumeIds: volumes.map(({ id }) => id) });
  expect((await refused(endpoints.createSnapshots, { body: both })).detail).toContain('more than one client');
  for (const id of elsewhere) await detach(id);
}, 170_000);

test('its agent is killed at any moment: no volume stays held, and no half of a set is called a snapshot', async () => {
  const volumes = [await created('killed-1'), await created('killed-2')];
  const attached: string[] = [];
  for (const { id } of volumes) attached.push(await attach(id));
  const ends: string[] = [];
  for (const delayMs of [0, 50, 120, 250, 500]) {
    const body = endpoints.createSnapshots.body.parse({ volumeIds: volumes.map(({ id }) => id), name: `after-${delayMs}` });
    const { snapshots, jobs } = await call(endpoints.createSnapshots, { body });
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    cluster.killAgent('thin-c1');
    const states = await until(async () => {
      const found = await Promise.all(jobs.map(({ id }) => call(endpoints.getJob, { params: { id } })));
      expect(found.every(({ state }) => state === 'done' || state === 'failed')).toBe(true);
      return found.map(({ state }) => state);
    });
    expect(new Set(states).size).toBe(1);
    const ids = new Set(snapshots.map(({ id }) => id));
    const left = async () => (await call(endpoints.listSnapshots, { query: {} })).items.filter(({ id }) => ids.has(id));
    await until(async () => expect((await left()).map(({ state }) => state)).toEqual(states[0] === 'done' ? ['ready', 'ready'] : []));
    await until(() => expect(cluster.fabric.host('thin-c1').mappings.list.some(({ suspended }) => suspended)).toBe(false));
    ends.push(`${delayMs} ms: ${states[0]}`);
  }
  console.log(`the client's agent killed after ${ends.join(', ')}`);
  for (const id of attached) await detach(id);
}, 170_000);

test('a schedule takes snapshots and keeps the last ones', async () => {
  const volume = await created('scheduled');
  const { version } = await volumeOf(volume.id);
  await call(endpoints.updateVolume, {
    params: { id: volume.id },
    ifMatch: version,
    body: endpoints.updateVolume.body.parse({ snapshotSchedule: { everyHours: 1, keep: 2 } }),
  });
  const schedules = server.app.get(SnapshotSchedules, { strict: false });
  const ready = async () =>
    (await call(endpoints.listSnapshots, { query: { volumeId: volume.id, state: 'ready' } })).items.map(({ name }) => name);
  await schedules.turn(new Date());
  expect(await ready()).toEqual([]);
  // What a long time missed is caught up once.
  await schedules.turn(new Date(Date.now() + 100 * 3_600_000));
  await until(async () => expect(await ready()).toHaveLength(1));
  await schedules.turn(new Date());
  expect(await ready()).toHaveLength(1);
}, 170_000);
