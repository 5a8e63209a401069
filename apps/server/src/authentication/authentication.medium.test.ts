/** Authentication between real agents on simulated machines, with keys from a server with a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import type { AuthenticationPairDocument } from '../domain/documents/authentication-pair.document.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['auth-t1', 'auth-t2'];
const CLIENT = 'auth-c1';
const SECRETS_KEY = 'a5'.repeat(32);

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const pairs = () => server.mongo.db.collection<AuthenticationPairDocument>('authenticationPairs').find().toArray();
const nodeId = async (name: string) => (await call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
const settings = async (body: SettingsUpdate) =>
  call(endpoints.updateSettings, { body, ifMatch: (await call(endpoints.getSettings)).version });
const host = (name: string) => cluster.fabric.host(name);
const controllers = () => host(CLIENT).initiator.controllers;

async function attached(name: string): Promise<Attachment> {
  const body = endpoints.createVolume.body.parse({ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1' });
  const { volume, job } = await call(endpoints.createVolume, { body });
  await cluster.done(job);
  const attach = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: await nodeId(CLIENT) });
  const created = await call(endpoints.createAttachment, { body: attach });
  await cluster.done(created.job);
  return created.attachment;
}
async function detached(id: string): Promise<void> {
  const { version } = await call(endpoints.getAttachment, { params: { id } });
  const { job } = await call(endpoints.deleteAttachment, { params: { id }, ifMatch: version });
  await cluster.done(job);
}
const conditionOf = async (id: string) =>
  (await call(endpoints.getAttachment, { params: { id } })).conditions.find(({ type }) => type === 'Unauthenticated');

/** Everything that the database has stored. */
async function databaseText(): Promise<string> {
  const names = await server.mongo.db.listCollections().toArray();
  const texts = names
    .filter(({ type }) => type === 'collection')
    .map(async ({ name }) => JSON.stringify(await server.mongo.db.collection(name).find().toArray()));
  return (await Promise.all(texts)).join('\n');
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true, secretsKey: SECRETS_KEY } });
  cluster = await SimulatedCluster.start([server], TARGETS, [CLIENT]);
  await settings({ authentication: 'preferred' });
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('client and targets authenticate each other, and no secret is stored or shown in clear', { timeout: 120_000 }, async () => {
  const attachment = await attached('auth-first');
  expect(controllers()).toHaveLength(2);
  const secrets = controllers().flatMap(({ secrets: own }) => [own.host, own.controller]);
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(secret).toMatch(/^DHHC-1:00:/);
  const { hostNqn } = await call(endpoints.getNode, { params: { id: await nodeId(CLIENT) } });
  for (const name of TARGETS) expect(host(name).target.hostKeys.get(hostNqn)?.host).toMatch(/^DHHC-1/);
  expect(await conditionOf(attachment.id)).toBeUndefined();
  expect(await databaseText()).not.toContain('DHHC-1');

  // The right NQN without the key.
  const [first] = controllers();
  const answer = cluster.fabric.answer(host(CLIENT), first?.options ?? expect.fail('no controller'), { host: null, controller: null });
  expect(answer).toMatchObject({ refusal: expect.stringContaining('Required key not available') });
});

test('a rotation replaces every key and ends no connection', { timeout: 120_000 }, async () => {
  const before = await pairs();
  const [kept, secrets] = [[...controllers()], controllers().map((each) => each.secrets)];
  await call(endpoints.rotateNodeKeys, { params: { id: await nodeId(CLIENT) } });
  await until(async () => {
    const now = await pairs();
    expect(now.map(({ rotation }) => rotation)).toEqual([null, null]);
    for (const { _id, client } of now) expect(client).not.toEqual(before.find((each) => each._id === _id)?.client);
  });
  const after = await pairs();
  for (const { keys, target, client } of after) {
    expect(target).toEqual(client);
    expect(keys.map(({ id }) => id).sort()).toEqual([client.hostKeyId, client.controllerKeyId].sort());
  }
  expect(controllers()).toEqual(kept);
  for (const [at, { state, secrets: own }] of controllers().entries()) {
    expect(state).toBe('live');
    expect(own.host).not.toBe(secrets[at]?.host);
    expect(own.controller).not.toBe(secrets[at]?.controller);
  }
});

test('a rotation waits while a path is not live, and goes on afterwards', { timeout: 120_000 }, async () => {
  cluster.fault({ fault: 'nic', node: 'auth-t1', nic: 'eth1', up: false });
  await until(async () => expect(controllers().some(({ state }) => state !== 'live')).toBe(true));
  const attachmentPaths = async () => (await call(endpoints.listAttachments, { query: {} })).items.flatMap(({ paths }) => paths);
  await until(async () => expect((await attachmentPaths()).some(({ controllerState }) => controllerState !== 'live')).toBe(true));
  await call(endpoints.rotateNodeKeys, { params: { id: await nodeId('auth-t1') } });
  const ofTarget = async () => (await pairs()).find(({ rotation }) => rotation !== null);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const waiting = await ofTarget();
  expect(waiting?.target).toEqual(waiting?.client);
  cluster.fault({ fault: 'nic', node: 'auth-t1', nic: 'eth1', up: true });
  await until(async () => expect(await ofTarget()).toBeUndefined());
});

test('keys are rotated when they are older than the setting', { timeout: 120_000 }, async () => {
  const collection = server.mongo.db.collection<AuthenticationPairDocument>('authenticationPairs');
  const before = await pairs();
  await collection.updateMany({}, { $set: { rotatedAt: new Date(Date.now() - 91 * 86_400_000) } });
  await settings({ keyRotationDays: 90 });
  await until(async () => {
    const now = await pairs();
    for (const { _id, client, rotation } of now)
      expect([rotation, client.hostKeyId === before.find((each) => each._id === _id)?.client.hostKeyId]).toEqual([null, false]);
  });
  expect(controllers().every(({ state }) => state === 'live')).toBe(true);
});

test('the keys end with the last attachment between two nodes', { timeout: 120_000 }, async () => {
  const { items } = await call(endpoints.listAttachments, { query: {} });
  for (const { id } of items) await detached(id);
  await until(async () => expect(await pairs()).toEqual([]));
  for (const name of TARGETS) expect(host(name).target.hostKeys.size).toBe(0);
  expect(await server.adminClient.refused(endpoints.rotateNodeKeys, { params: { id: await nodeId(CLIENT) } })).toMatchObject({
    code: 'wrong-state',
  });
});

test('off: attachments stay unauthenticated when it is preferred again, and required refuses others between the same nodes', {
  timeout: 120_000,
}, async () => {
  await settings({ authentication: 'off' });
  const open = await attached('auth-open');
  expect(await pairs()).toEqual([]);
  expect(controllers().map(({ secrets }) => secrets.host)).toEqual([null, null]);
  await settings({ authentication: 'required' });
  const body = endpoints.createVolume.body.parse({
    name: 'auth-second',
    driveClassId: cluster.driveClassId,
    sizeBytes: GiB,
    protection: 'raid1',
  });
  const { volume, job } = await call(endpoints.createVolume, { body });
  await cluster.done(job);
  const attach = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: await nodeId(CLIENT) });
  expect(await server.adminClient.refused(endpoints.createAttachment, { body: attach })).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('connected without'),
  });
  // The setting wakes no volume: its next report or the full pass does.
  await detached(open.id);
  const { job: second, attachment } = await call(endpoints.createAttachment, { body: attach });
  await cluster.done(second);
  expect(controllers().every(({ secrets }) => secrets.host !== null)).toBe(true);
  await detached(attachment.id);
  await settings({ authentication: 'preferred' });
});

test('a target without authentication in its kernel: attached without, with a condition; refused if it is required', {
  timeout: 120_000,
}, async () => {
  // It restarts with another kernel.
  cluster.fault({ fault: 'kill-node', node: 'auth-t2' });
  host('auth-t2').authenticates = false;
  cluster.fault({ fault: 'boot-node', node: 'auth-t2' });
  const ability = async () =>
    (await server.mongo.db.collection('nodes').findOne({ name: 'auth-t2' }))?.['status'].inventory.capabilities.authentication;
  await until(async () => expect(await ability()).toEqual({ target: false, client: false }));
  const attachment = await attached('auth-mixed');
  expect((await pairs()).map(({ targetId }) => targetId)).toEqual([await nodeId('auth-t1')]);
  expect(
    controllers()
      .map(({ secrets }) => secrets.host === null)
      .sort(),
  ).toEqual([false, true]);
  await until(async () =>
    expect(await conditionOf(attachment.id)).toMatchObject({ status: 'true', message: expect.stringContaining('auth-t2 cannot') }),
  );
  await detached(attachment.id);
  await settings({ authentication: 'required' });
  const body = endpoints.createAttachment.body.parse({ volumeId: attachment.volume.id, nodeId: await nodeId(CLIENT) });
  expect(await server.adminClient.refused(endpoints.createAttachment, { body })).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('auth-t2'),
  });
});
