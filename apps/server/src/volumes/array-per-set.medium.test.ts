/** A raid10 with three copies between real agents on simulated machines, with a server and a real database: an array for each mirror set. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { THREE_COPIES_SCHEMA } from '../core/mongo/migrations/0037-three-copies.js';
import { ARRAY_PER_SET_SCHEMA } from '../core/mongo/migrations/services/0041-array-per-set.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['sets-t1', 'sets-t2', 'sets-t3', 'sets-t4', 'sets-t5', 'sets-t6'];
const CLIENT = 'sets-c1';
const HEALTHY = 'healthy: every leg is in sync and in use';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const volumeOf = ({ id }: Volume) => call(endpoints.getVolume, { params: { id } });
const healthOf = async (volume: Volume) => {
  const { health, conditions } = await volumeOf(volume);
  return `${health}: ${conditions.find(({ type }) => type === 'Healthy')?.message}`;
};
async function created(name: string): Promise<Volume> {
  const body = endpoints.createVolume.body.parse({
    ...{ name, driveClassId: cluster.driveClassId, sizeBytes: 2 * GiB, protection: 'raid10', copies: 3, stripeWidth: 2 },
  });
  const { volume, job } = await call(endpoints.createVolume, { body });
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

test('ends servers that know three copies of raid1 only, and is refused for clients like these', async () => {
  const schema = server.mongo.db.collection<{ _id: string; usableFrom: number }>('schema');
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: THREE_COPIES_SCHEMA } });
  const volume = await created('old');
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(ARRAY_PER_SET_SCHEMA);
  const nodes = server.mongo.db.collection<{ name: string }>('nodes');
  await nodes.updateOne({ name: CLIENT }, { $unset: { 'status.inventory.capabilities.arrayPerSet': true } });
  expect(await refused(endpoints.createAttachment, { body: await attachBody(volume) })).toMatchObject({
    ...{ code: 'not-possible', detail: expect.stringContaining(`the agent of ${CLIENT} is of an earlier version`) },
  });
  await nodes.updateOne({ name: CLIENT }, { $set: { 'status.inventory.capabilities.arrayPerSet': true } });
});

test('is placed, attached and grown, goes on with one half in each set, and is whole again', { timeout: 170_000 }, async () => {
  const volume = await created('six');
  expect(volume).toMatchObject({ copies: 3, stripeWidth: 2, rawBytes: 6 * (volume.legs[0]?.sizeBytes ?? 0) });
  expect(volume.legs.map(({ node }) => node.name).sort()).toEqual(TARGETS);
  await cluster.done((await call(endpoints.createAttachment, { body: await attachBody(volume) })).job);
  await until(async () => expect(await healthOf(volume)).toBe(HEALTHY));
  const { version, attachmentIds } = await volumeOf(volume);
  await call(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: version, body: { sizeBytes: 3 * GiB } });
  await until(async () => expect(await volumeOf(volume)).toMatchObject({ sizeBytes: 3 * GiB, growth: null }));

  const lost = volume.legs.filter(({ index }) => [0, 1, 4, 5].includes(index)).map(({ node }) => node.name);
  for (const name of lost) cluster.fault({ fault: 'kill-node', node: name });
  await until(async () => expect(await healthOf(volume)).toMatch(/^degraded: .*1 of 3 halves is in use/));
  for (const name of lost) cluster.fault({ fault: 'boot-node', node: name });
  await until(async () => expect(await healthOf(volume)).toBe(HEALTHY));
  const attached = await call(endpoints.getAttachment, { params: { id: attachmentIds[0] ?? '' } });
  await cluster.done((await call(endpoints.deleteAttachment, { params: { id: attached.id }, ifMatch: attached.version })).job);
  const { version: last, legs } = await volumeOf(volume);
  expect(legs.map(({ inSync }) => inSync)).toEqual(legs.map(() => true));
  await cluster.done((await call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: last })).job);
});
