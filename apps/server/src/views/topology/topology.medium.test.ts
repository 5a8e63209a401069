import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';

let server: TestServer;
let agent: FakeAgent;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
const topology = (...objects: string[]) =>
  server.adminClient.call(endpoints.topology, objects.length > 0 ? { query: { objects: objects.join(',') as never } } : {});

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

test('is empty for an empty cluster', async () => {
  expect(await topology()).toMatchObject({ nodes: [], drives: [], volumes: [], attachments: [], driveClasses: [] });
});

test('reports nodes with labels, and drives with revision, state and classes', async () => {
  const { adminClient } = server;
  agent = await FakeAgent.enroll(server, 't1');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1'), driveInventory('S2')]);
  const node = await adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
  await adminClient.call(endpoints.updateNode, {
    params: { id: node.id },
    ifMatch: node.version,
    body: { labels: { zone: 'z1', rack: 'r1' } },
  });
  const { items } = await adminClient.call(endpoints.listDrives, { query: { sort: 'serial' } });
  const [first, second] = items.map(({ id }) => id) as [string, string];
  const classOf = (name: string, members: object) =>
    adminClient.call(endpoints.createDriveClass, { body: { name, members: members as never } });
  await classOf('all', { by: 'selector', selector: { nodeLabels: { zone: 'z1' } } });
  await classOf('one', { by: 'list', driveIds: [second] });

  const whole = await topology();
  expect(whole.driveClasses.map(({ name }) => name)).toEqual(['all', 'one']);
  expect(whole.nodes).toMatchObject([{ id: agent.nodeId, name: 't1', zone: 'z1', rack: 'r1', connection: 'online' }]);
  expect(whole.drives).toMatchObject([
    { id: first, nodeId: agent.nodeId, serial: 'S1', state: 'available', classes: [0] },
    { id: second, serial: 'S2', classes: [0, 1] },
  ]);
  const { revision } = await adminClient.call(endpoints.getDrive, { params: { id: first } });
  expect(whole.drives[0]?.revision).toBe(revision);
});

test('returns only the requested objects, and nothing for a removed one', async () => {
  const whole = await topology();
  const [, second] = whole.drives;
  const gone = '00000000-0000-4000-8000-000000000000';
  const part = await topology(`drive:${second?.id}`, `volume:${gone}`);
  expect(part).toMatchObject({ nodes: [], drives: [second], volumes: [], attachments: [] });
  const refused = await server.adminClient.try(endpoints.topology, { query: { objects: 'job:1' as never } });
  expect(refused.body).toMatchObject({ code: 'invalid-field', field: 'query.objects.0' });
});

test('shows a disconnected node as lost', async () => {
  agent.disconnect();
  await until(async () => expect((await topology(`node:${agent.nodeId}`)).nodes).toMatchObject([{ connection: 'lost' }]));
});
