import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { lvName, vgName } from '@weft/shared/identity';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import type { Orphan, Reason } from '@weft/shared/messages/report';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { ORDER_AGE_MS, OrphanCleaning } from './orphan-cleaning.service.js';
import { type OrphanOrderDocument, OrphanOrdersRepository } from './orphan-orders.repository.js';

let server: TestServer;
let agent: FakeAgent;
const groupDriveId = randomUUID();
const volume: Orphan = {
  ...{ kind: 'logical-volume', name: `${vgName(groupDriveId)}/${lvName(randomUUID())}`, detail: '64 bytes', identity: 'LVM-1' },
  ...{ sizeBytes: 64, inUse: false, mayHoldData: true },
};
const mapping: Orphan = { kind: 'mapping', name: 'weft-x', detail: '4096 bytes', identity: 'WEFT-weft-x', sizeBytes: 4096 };
const port: Orphan = { kind: 'port', name: '7', detail: 'rdma', identity: 'rdma 10.0.0.1 4420', inUse: true };

const orphan = async (kind: Orphan['kind']): Promise<ListedOrphan> => {
  const { items } = await server.adminClient.call(endpoints.listOrphans, { query: { kind } });
  return items[0] ?? expect.fail(`no orphan ${kind}`);
};
const request = async (kind: Orphan['kind'], body: { serial?: string } = {}) => ({ params: { id: (await orphan(kind)).id }, body });
const clean = async (kind: Orphan['kind'], body?: { serial?: string }) =>
  (await server.adminClient.call(endpoints.cleanOrphan, await request(kind, body))).job;
const refused = async (kind: Orphan['kind'], body?: { serial?: string }) =>
  server.adminClient.refused(endpoints.cleanOrphan, await request(kind, body));
const told = (count: number) => vi.waitFor(() => expect(agent.orphanOrders).toHaveLength(count), { timeout: 20_000 });
const ended = (id: string, reason: Reason | null = null) => agent.send('orphan', { id, reason });
const jobOf = (id: string) => server.adminClient.call(endpoints.getJob, { params: { id } });

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 't1');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1')]);
  await agent.report([], { orphans: [volume, mapping, port] });
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

test('tells the agent the identity of the orphan, and its job ends with the answer', async () => {
  const job = await clean('mapping');
  expect(job).toMatchObject({
    ...{ kind: 'orphan.clean', state: 'running', subject: { kind: 'node', id: agent.nodeId, name: 't1' } },
    steps: [{ code: 'remove-object', params: { object: 'weft-x' }, node: 't1', state: 'running' }],
  });
  await told(1);
  expect(agent.orphanOrders).toEqual([{ id: job.id, kind: 'mapping', identity: 'WEFT-weft-x', bootId: agent.bootId }]);
  expect(await refused('mapping')).toMatchObject({ status: 409, detail: `Job ${job.id} removes weft-x already.` });
  expect(await ended(job.id)).toEqual({ ok: true });
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', error: null });
  await told(0);
  // It may be sent twice.
  expect(await ended(job.id)).toEqual({ ok: true });
});

test('shows why the agent did not remove it, and takes a new order', async () => {
  const job = await clean('mapping');
  await told(1);
  const reason = {
    code: 'orphan-in-use',
    message: 'weft-x is in use by postgres (pid 4711)',
    params: { object: 'weft-x', users: ['postgres (pid 4711)'] },
  };
  await ended(job.id, reason);
  expect(await jobOf(job.id)).toMatchObject({ state: 'failed', error: reason, steps: [{ state: 'failed', reason }] });
  const next = await clean('mapping');
  expect(next.id).not.toBe(job.id);
  await ended(next.id);
});

test('needs the serial of the drive for what may be the only copy of its bytes', async () => {
  expect(await refused('logical-volume')).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('Its drive is not known'),
  });
  await agent.inventory([driveInventory('S1', { weftDriveId: groupDriveId })]);
  expect(await orphan('logical-volume')).toMatchObject({ driveSerial: 'S1', mayHoldOnlyCopy: 'unknown' });
  for (const body of [{}, { serial: 'S2' }])
    expect(await refused('logical-volume', body)).toMatchObject({ status: 422, detail: expect.stringContaining('serial S1') });
  const { id } = await clean('logical-volume', { serial: 'S1' });
  await told(1);
  await ended(id);
  expect(await jobOf(id)).toMatchObject({ state: 'done' });
});

test('refuses what goes with another object, an open volume, and users who are no administrators', async () => {
  expect(await refused('port')).toMatchObject({ code: 'not-possible', detail: expect.stringContaining('It goes with the last subsystem') });
  await agent.report([], { orphans: [{ ...volume, inUse: true }, mapping, port] });
  expect(await refused('logical-volume', { serial: 'S1' })).toMatchObject({ detail: expect.stringContaining('It is open.') });
  const password = 'correct horse battery';
  await server.adminClient.call(endpoints.createUser, { body: { name: 'olga', role: 'operator', password } });
  const olga = new HttpClient(server.url);
  await olga.login('olga', password);
  expect(await olga.refused(endpoints.cleanOrphan, await request('mapping'))).toMatchObject({ status: 403 });
  expect(await server.mongo.db.collection('orphanOrders').countDocuments()).toBe(0);
});

test('takes no answer of another node, nor in another form', async () => {
  const { id } = await clean('mapping');
  const other = await FakeAgent.enroll(server, 't2');
  await other.connect(server.url);
  expect(await other.send('orphan', { id, reason: null })).toEqual({ ok: true });
  expect(await agent.send('orphan', { id, reason: 'gone' })).toMatchObject({ ok: false });
  other.disconnect();
  expect(await jobOf(id)).toMatchObject({ state: 'running' });
  await ended(id);
});

test('tells an agent again that was away, and refuses an order while it is away', async () => {
  const { id } = await clean('mapping');
  await told(1);
  const mappingId = (await orphan('mapping')).id;
  agent.disconnect();
  await vi.waitFor(async () =>
    expect((await server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } })).connection.state).not.toBe('online'),
  );
  await server.mongo.db.collection('orphanOrders').updateOne({ _id: id as never }, { $set: { orphanId: 'of another one' } });
  expect(await server.adminClient.refused(endpoints.cleanOrphan, { params: { id: mappingId }, body: {} })).toMatchObject({
    ...{ status: 409, code: 'wrong-state' },
    detail: expect.stringContaining('t1 is not connected'),
  });
  agent = agent.twin();
  await agent.connect(server.url);
  await told(1);
  await ended(id);
  expect(await jobOf(id)).toMatchObject({ state: 'done' });
});

test('tells nobody an order of a restored database', async () => {
  const { id } = await clean('mapping');
  await told(1);
  const nodes = server.mongo.db.collection<NodeDocument>('nodes');
  const doubt = { id: randomUUID() } as never;
  await nodes.updateOne({ _id: agent.nodeId }, { $set: { 'status.historyDoubt': doubt } });
  expect(await server.app.get(OrphanOrdersRepository).toTell([agent.nodeId], ORDER_AGE_MS)).toEqual([]);
  await nodes.updateOne({ _id: agent.nodeId }, { $unset: { 'status.historyDoubt': '' } });
  expect(await server.app.get(OrphanOrdersRepository).toTell([agent.nodeId], ORDER_AGE_MS)).toMatchObject([{ _id: id }]);
  expect(await server.app.get(OrphanOrdersRepository).toTell([agent.nodeId], 0)).toEqual([]);
  await ended(id);
});

test('ends an order that nobody answered, and states that the result is not known', async () => {
  await agent.report([], { orphans: [mapping] });
  const { id } = await clean('mapping');
  const lease = { transaction: server.mongo.transaction.bind(server.mongo) } as never;
  const cleaning = server.app.get(OrphanCleaning);
  expect(await cleaning.end(lease)).toBe(0);
  await server.mongo.db
    .collection<OrphanOrderDocument>('orphanOrders')
    .updateOne({ _id: id }, { $set: { createdAt: new Date(Date.now() - 11 * 60_000) } });
  expect(await cleaning.end(lease)).toBe(1);
  expect(await jobOf(id)).toMatchObject({ state: 'failed', error: { code: 'orphan-order-unanswered' } });
  await told(0);
});
