import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { MaintenanceStart } from '@weft/shared/kinds/maintenance';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

let server: TestServer;
let left: FakeAgent;
let right: FakeAgent;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const nodes = () => server.mongo.db.collection<NodeDocument>('nodes');
const volumes = () => server.mongo.db.collection<VolumeDocument>('volumes');
const about = async (agent: FakeAgent) => ({ params: { id: agent.nodeId }, ifMatch: (await node(agent)).version });
const start = async (agent: FakeAgent, body: Partial<MaintenanceStart> = {}) =>
  server.adminClient.call(endpoints.startMaintenance, { ...(await about(agent)), body });
const refused = async (agent: FakeAgent, body: Partial<MaintenanceStart> = {}, client = server.adminClient) =>
  client.refused(endpoints.startMaintenance, { ...(await about(agent)), body });
const end = async (agent: FakeAgent) => server.adminClient.call(endpoints.endMaintenance, await about(agent));
const plan = (agent: FakeAgent, body: Partial<MaintenanceStart> = {}) =>
  server.adminClient.call(endpoints.planMaintenance, { params: { id: agent.nodeId }, body });
const condition = async (agent: FakeAgent) => (await node(agent)).conditions.find(({ type }) => type.startsWith('Maintenance'));

async function mirror(name: string): Promise<void> {
  const sides = [left, right].map(({ nodeId }) => ({ driveId: randomUUID(), nodeId }));
  const stored = storedVolume(name, sides, randomUUID());
  const legs = stored.legs.map((leg) => ({ ...leg, id: randomUUID() }));
  await volumes().insertOne({
    ...stored,
    _id: randomUUID(),
    legs,
    spec: { ...stored.spec, ...stored.spec, protection: 'raid1' },
    status: { ...stored.status, state: 'available' },
  });
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  [left, right] = [await FakeAgent.enroll(server, 'left'), await FakeAgent.enroll(server, 'right')];
  for (const agent of [left, right]) await agent.connect(server.url);
  await mirror('orders');
}, 60_000);
afterAll(async () => {
  for (const agent of [left, right]) agent?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  for (const agent of [left, right]) if ((await node(agent)).maintenance) await end(agent);
});

test('grants maintenance with its period, keeps its start when repeated, and ends it on request', async () => {
  await nodes().updateOne({ _id: left.nodeId }, { $unset: { 'spec.maintenance': '' } });
  expect(await node(left)).toMatchObject({ maintenance: null });
  expect(await condition(left)).toBeUndefined();
  const before = await node(left);
  const { maintenance } = await start(left, { untilHours: 2 });
  expect(maintenance).toMatchObject({ requestedBy: 'admin', forced: false });
  const hours = (Date.parse(maintenance?.until ?? '') - Date.parse(maintenance?.since ?? '')) / 3_600_000;
  expect(hours).toBe(2);
  expect(await condition(left)).toMatchObject({ type: 'Maintenance', reason: 'planned' });
  expect((await start(left, { untilHours: 72 })).maintenance).toMatchObject({ since: maintenance?.since });
  const stale = { params: { id: before.id }, ifMatch: before.version, body: {} };
  expect(await server.adminClient.refused(endpoints.startMaintenance, stale)).toMatchObject({ code: 'version-mismatch' });
  expect((await end(left)).maintenance).toBeNull();
  expect(await condition(left)).toMatchObject({ type: 'MaintenanceEnded', reason: 'ended' });
  expect(await server.adminClient.refused(endpoints.endMaintenance, await about(left))).toMatchObject({ code: 'wrong-state' });
});

test('refuses maintenance for the node of the other mirror half, also as a dry run', async () => {
  expect(await plan(left)).toMatchObject({ allowed: true, blockers: [], degraded: [{ volume: { name: 'orders' } }] });
  expect((await node(left)).maintenance).toBeNull();
  await start(left);
  const problem = await refused(right);
  expect(problem).toMatchObject({
    status: 409,
    code: 'maintenance-unsafe',
    detail: expect.stringMatching(/left is in maintenance until .*drain the node.*force/),
    blockers: [{ volume: { name: 'orders' }, effect: 'stalled', legIds: [expect.any(String), expect.any(String)] }],
  });
  expect(await plan(right)).toMatchObject({ allowed: false, message: problem.detail, blockers: problem.blockers });
  expect((await node(right)).maintenance).toBeNull();
  await end(left);
  expect((await plan(right)).allowed).toBe(true);
});

test('grants maintenance to only one of two mirror nodes requested on two servers at once', async () => {
  const { databaseName } = server.mongo.db;
  const second = await startTestServer({ mongoUri: testDatabase().uri, database: databaseName, dataDir: server.dataDir });
  const clients = [server.adminClient, second.adminClient];
  try {
    for (const round of [1, 2, 3, 4, 5]) {
      const requests = await Promise.all([left, right].map(async (agent) => ({ ...(await about(agent)), body: { untilHours: round } })));
      const answers = await Promise.all(requests.map((request, at) => clients[at]?.try(endpoints.startMaintenance, request)));
      expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409]);
      for (const agent of [left, right]) if ((await node(agent)).maintenance) await end(agent);
    }
  } finally {
    await second.stop();
  }
});

test('requires an administrator and the node name to force maintenance, and audits its effects', async () => {
  await start(left);
  expect(await refused(right, { force: true })).toMatchObject({ code: 'invalid-field', field: 'nodeName' });
  expect(await refused(right, { force: true, nodeName: 'left' })).toMatchObject({ code: 'invalid-field', field: 'nodeName' });
  const password = 'a long enough password';
  await server.adminClient.call(endpoints.createUser, { body: { name: 'olga', role: 'operator', password } });
  const olga = new HttpClient(server.url);
  await olga.login('olga', password);
  expect(await refused(right, { force: true, nodeName: 'right' }, olga)).toMatchObject({ code: 'forbidden' });
  expect((await node(right)).maintenance).toBeNull();

  expect(await plan(right, { force: true, nodeName: 'right' })).toMatchObject({ allowed: true, blockers: [{ effect: 'stalled' }] });
  expect((await start(right, { force: true, nodeName: 'right' })).maintenance).toMatchObject({ forced: true });
  await end(right);
  const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'node.maintenance', sort: '-at', limit: 2 } });
  expect(
    items.map(({ subject, statements }) => [subject?.name, statements.map(({ statement, about: of }) => `${statement} ${of.name}`)]),
  ).toEqual([
    ['right', ['maintenance-ends right']],
    ['right', ['maintenance right', 'force orders']],
  ]);
});

test('refuses maintenance of a client while it has a device open', async () => {
  const attachment = storedAttachment({ _id: randomUUID(), name: 'mounted' }, { _id: left.nodeId, name: 'left' });
  await server.mongo.db.collection<AttachmentDocument>('attachments').insertOne(attachment);
  const statuses = server.mongo.db.collection<ObjectStatusDocument>('objectStatuses');
  const _id = `${left.nodeId}/attachment/${attachment._id}`;
  const said = {
    _id,
    nodeId: left.nodeId,
    kind: 'attachment',
    objectId: attachment._id,
    bootId: 'boot-1',
    receivedAt: new Date(),
    version: 1,
  };
  const status = {
    kind: 'attachment',
    id: attachment._id,
    generation: 1,
    state: 'done',
    reason: null,
    observed: { open: true, legs: [], paths: [] },
  };
  await statuses.insertOne({ ...said, status } as never);
  expect(await refused(left)).toMatchObject({ blockers: [{ volume: { name: 'mounted' }, effect: 'in-use', legIds: [] }] });
  await statuses.updateOne({ _id }, { $set: { 'status.observed.open': false } });
  expect((await start(left)).maintenance).not.toBeNull();
  await statuses.deleteOne({ _id });
  await server.mongo.db.collection<AttachmentDocument>('attachments').deleteOne({ _id: attachment._id });
});

test('ends maintenance at its deadline, and then allows it for the other node', async () => {
  await start(left);
  const {
    spec: { maintenance },
  } = (await nodes().findOne({ _id: left.nodeId })) ?? expect.fail('no node');
  const passed = new Date(Date.now() + 700);
  await nodes().updateOne({ _id: left.nodeId }, { $set: { 'spec.maintenance': { ...maintenance, until: passed } as never } });
  await until(async () => expect((await node(left)).maintenance).toBeNull());
  await until(async () => expect((await nodes().findOne({ _id: left.nodeId }))?.spec.maintenance?.endedAt).toEqual(passed));
  expect(await condition(left)).toMatchObject({ type: 'MaintenanceEnded', reason: 'expired' });
  expect((await start(right)).maintenance).not.toBeNull();
});
