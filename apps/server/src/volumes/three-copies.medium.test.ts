/** Mirrors with three copies between real agents on simulated machines, with a server and a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { THREE_COPIES_SCHEMA } from '../core/mongo/migrations/0037-three-copies.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['three-t1', 'three-t2', 'three-t3'];
const CLIENT = 'three-c1';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const bodyOf = (name: string, more: object = {}) =>
  endpoints.createVolume.body.parse({
    ...{ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1', copies: 3, ...more },
  });
const volumeOf = ({ id }: Volume) => call(endpoints.getVolume, { params: { id } });
const healthOf = async (volume: Volume) => {
  const { health, conditions } = await volumeOf(volume);
  return `${health}: ${conditions.find(({ type }) => type === 'Healthy')?.message}`;
};
async function created(name: string): Promise<Volume> {
  const { volume, job } = await call(endpoints.createVolume, { body: bodyOf(name) });
  await cluster.done(job);
  return volumeOf(volume);
}
const nodeId = async (name: string) => (await call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
const attachBody = async ({ id }: Volume) => endpoints.createAttachment.body.parse({ volumeId: id, nodeId: await nodeId(CLIENT) });

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.start([server], TARGETS, [CLIENT]);
}, 170_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('servers of an earlier version: none starts once there are three copies, and the first one waits for their end', async () => {
  const schema = server.mongo.db.collection<{ _id: string; usableFrom: number }>('schema');
  // As a database that was migrated from an earlier version.
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: 17 } });
  const older = { _id: 'older', hostname: 'older', version: '0.0.9', address: 'older:4000', startedAt: new Date() };
  await server.mongo.db.collection<{ _id: string }>('servers').insertOne({ ...older, ...{ seenAt: new Date(Date.now() + 60_000) } });
  expect(await refused(endpoints.createVolume, { body: bodyOf('waits') })).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('older:4000'),
  });
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(17);
  await server.mongo.db.collection<{ _id: string }>('servers').deleteOne({ _id: 'older' });
  const volume = await created('waits');
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(THREE_COPIES_SCHEMA);
  const { version } = await volumeOf(volume);
  await cluster.done((await call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: version })).job);
});

test('copies of raid0 are refused', async () => {
  expect(await refused(endpoints.createVolume, { body: bodyOf('no', { protection: 'raid0', copies: 2 }) })).toMatchObject({
    field: 'copies',
  });
});

test('a client whose agent knows two copies only is refused by name', async () => {
  const volume = await created('old-client');
  const nodes = server.mongo.db.collection<{ name: string }>('nodes');
  await nodes.updateOne({ name: CLIENT }, { $unset: { 'status.inventory.capabilities.copies': true } });
  expect(await refused(endpoints.createAttachment, { body: await attachBody(volume) })).toMatchObject({
    ...{ code: 'not-possible', detail: expect.stringContaining(`the agent of ${CLIENT} handles at most 2`) },
  });
  await nodes.updateOne({ name: CLIENT }, { $set: { 'status.inventory.capabilities.copies': 3 } });
});

test('a volume goes on with one of three targets, tells how many losses it survives, and is whole again', {
  timeout: 170_000,
}, async () => {
  const volume = await created('threefold');
  expect(volume).toMatchObject({ copies: 3, rawBytes: 3 * (volume.legs[0]?.sizeBytes ?? 0) });
  expect(volume.legs.map(({ node }) => node.name).sort()).toEqual(TARGETS);
  expect((await call(endpoints.createVolume, { body: bodyOf('threefold') })).volume.id).toBe(volume.id);
  await cluster.done((await call(endpoints.createAttachment, { body: await attachBody(volume) })).job);
  await until(async () => expect(await healthOf(volume)).toBe('healthy: every leg is in sync and in use'));

  const [, second = '', third = ''] = TARGETS;
  for (const [at, name] of [second, third].entries()) {
    cluster.fault({ fault: 'kill-node', node: name });
    const left = at === 0 ? '2 of 3 halves are in use with all data: it survives the loss of 1 more' : '1 of 3 halves is in use';
    await until(async () => expect(await healthOf(volume)).toMatch(new RegExp(`^degraded: .*${left}`)));
  }
  for (const name of [third, second]) cluster.fault({ fault: 'boot-node', node: name });
  await until(async () => expect(await healthOf(volume)).toBe('healthy: every leg is in sync and in use'));
});
