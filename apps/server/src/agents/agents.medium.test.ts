import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { describe, expect, test, vi } from 'vitest';
import type { TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { startBeside, useTwoServers } from '../../test-support/two-servers.js';
import type { AssignmentDocument, ObjectStatusDocument } from '../domain/documents/agent.documents.js';

let server: TestServer;
let other: TestServer;
useTwoServers((servers) => {
  ({ server, other } = servers);
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const drives = async (agent: FakeAgent) => (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: agent.nodeId } })).items;
const take = async (agent: FakeAgent) => {
  const [drive] = await drives(agent);
  if (!drive) throw new Error('no drive');
  await server.adminClient.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version });
  await until(() => expect(agent.newest?.content.drives[0]?.driveId).toBe(drive.id));
  return drive.id;
};
const statuses = (agent: FakeAgent) =>
  server.mongo.db.collection<ObjectStatusDocument>('objectStatuses').find({ nodeId: agent.nodeId }).toArray();

describe('handshake', () => {
  test('refuses a wrong credential, an unknown node or an unknown protocol with a code', async () => {
    const agent = await FakeAgent.enroll(server, 'shake');
    await expect(agent.connect(server.url, { credential: 'x'.repeat(43) })).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
    await expect(agent.connect(server.url, { nodeId: '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001' })).rejects.toMatchObject({
      data: { code: 'unauthenticated' },
    });
    await expect(agent.connect(server.url, { protocol: AGENT_PROTOCOL + 1 })).rejects.toMatchObject({
      data: { code: 'protocol-mismatch' },
    });
    await expect(agent.connect(server.url, { more: 1 })).rejects.toMatchObject({ data: { code: 'malformed' } });
    await agent.connect(server.url, { protocol: AGENT_PROTOCOL - 1 });
    await until(async () => expect((await node(agent)).connection.state).toBe('online'));
    agent.disconnect();
    await until(async () => expect((await node(agent)).connection.state).toBe('lost'));
  });

  test('closes the older connection as superseded when a node connects to another server', async () => {
    const agent = await FakeAgent.enroll(server, 'moving');
    const twin = agent.twin();
    await agent.connect(server.url);
    await agent.inventory([]);
    twin.bootId = 'boot-2';
    await twin.connect(other.url);
    await until(() => expect(agent.closings.map(({ code }) => code)).toEqual(['superseded']));
    await until(() => expect(agent.isConnected).toBe(false));
    expect(await twin.inventory([])).toMatchObject({ ok: true });
    expect(await node(agent)).toMatchObject({ bootId: 'boot-2', connection: { state: 'online' } });
    twin.disconnect();
  });
});

describe('inventory', () => {
  test('stores new, changed and missing drives, and keeps versions for the same inventory', async () => {
    const agent = await FakeAgent.enroll(server, 'stocked');
    await agent.connect(server.url);
    expect(await agent.inventory([driveInventory('A'), driveInventory('B')])).toEqual({ ok: true, atMs: expect.any(Number) });
    const before = await drives(agent);
    expect(before.map(({ serial, state }) => [serial, state])).toEqual([
      ['A', 'available'],
      ['B', 'available'],
    ]);
    await agent.inventory([driveInventory('A'), driveInventory('B')]);
    expect((await drives(agent)).map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    await agent.inventory([driveInventory('A', { contents: ['ext4 filesystem'] })]);
    expect((await drives(agent)).map(({ serial, state, contents }) => [serial, state, contents])).toEqual([
      ['A', 'occupied', ['ext4 filesystem']],
      ['B', 'missing', []],
    ]);
    expect(await node(agent)).toMatchObject({ kernel: '6.12', cpu: { threads: 8 } });
    agent.disconnect();
  });
});

describe('assignments and reports', () => {
  test('pushes an assignment that another server changed, and stores its acceptance', async () => {
    const agent = await FakeAgent.enroll(server, 'told');
    await agent.connect(other.url);
    await agent.inventory([driveInventory('T1')]);
    await take(agent);
    await until(async () => expect((await node(agent)).assignment.acceptedGeneration).toBe(agent.newest?.generation));
    agent.disconnect();

    const again = agent.twin();
    await again.connect(server.url);
    await again.report([], { generation: 0, full: true });
    await until(() => expect(again.newest?.generation).toBe(agent.newest?.generation));
    again.disconnect();
  });

  test('sends nothing to a node ahead of the database, even after the counter passed it (S14)', async () => {
    const agent = await FakeAgent.enroll(server, 'ahead');
    await agent.connect(server.url);
    await agent.inventory([driveInventory('H1')]);
    await take(agent);
    const generation = agent.newest?.generation ?? 0;
    await agent.report([], { generation: generation + 16 });

    const assignments = server.mongo.db.collection<AssignmentDocument>('assignments');
    await assignments.updateOne({ _id: agent.nodeId }, { $set: { generation: generation + 20, hash: 'another' } });
    await agent.report([], { generation: generation + 16 });
    // A change of another node: when it has arrived, the change above has been seen too.
    const later = await FakeAgent.enroll(server, 'later');
    await later.connect(server.url);
    await later.inventory([driveInventory('H2')]);
    await take(later);
    later.disconnect();
    expect(agent.newest?.generation).toBe(generation);
    agent.disconnect();
  });

  test('stores only statuses assigned to the node, and removes those a full report omits', async () => {
    const agent = await FakeAgent.enroll(server, 'reporter');
    const stranger = await FakeAgent.enroll(server, 'stranger');
    await agent.connect(server.url);
    await stranger.connect(server.url);
    await agent.inventory([driveInventory('R1')]);
    const driveId = await take(agent);
    expect(await agent.reportDrives()).toEqual({ ok: true });
    expect((await statuses(agent)).map(({ _id, bootId }) => [_id, bootId])).toEqual([[`${agent.nodeId}/drive/${driveId}`, 'boot-1']]);

    stranger.assignments.push(...agent.assignments);
    await stranger.reportDrives({ state: 'failed' });
    expect(await statuses(stranger)).toEqual([]);

    await agent.report([], { full: true });
    expect(await statuses(agent)).toEqual([]);
    agent.disconnect();
    stranger.disconnect();
  });

  test('refuses a report from another boot (S12)', async () => {
    const agent = await FakeAgent.enroll(server, 'rebooted');
    await agent.connect(server.url);
    await agent.inventory([driveInventory('B1')]);
    await take(agent);
    expect(await agent.report([], { bootId: 'boot-0' })).toMatchObject({ ok: false, code: 'wrong-boot' });
    agent.disconnect();
  });

  test('refuses malformed messages, and closes the connection at the 20th', async () => {
    const agent = await FakeAgent.enroll(server, 'noisy');
    await agent.connect(server.url);
    for (let n = 0; n < 19; n++)
      expect(await agent.send(n % 2 ? 'report' : 'inventory', { n })).toMatchObject({ ok: false, code: 'malformed' });
    agent.send('format-disks', {}).catch(() => undefined);
    await until(() => expect(agent.isConnected).toBe(false));
    expect(agent.closings.map(({ code }) => code)).toEqual(['too-many-bad-messages']);
  });
});

describe('connection state', () => {
  test('marks the nodes of a stopping server lost at once, and sends them the reason', async () => {
    const third = await startBeside(server);
    const agent = await FakeAgent.enroll(server, 'orphaned');
    await agent.connect(third.url);
    await agent.inventory([]);
    await third.stop();
    expect(await node(agent)).toMatchObject({ connection: { state: 'lost' } });
    expect(agent.closings.map(({ code }) => code)).toEqual(['server-stopping']);
  });

  test('marks the nodes of a dead server lost', async () => {
    const settings = await server.adminClient.call(endpoints.getSettings);
    await server.adminClient.call(endpoints.updateSettings, { ifMatch: settings.version, body: { nodeLostAfterSeconds: 3 } });
    const agent = await FakeAgent.enroll(server, 'forgotten');
    const connection = { state: 'online', since: new Date(), serverId: 'a dead server', connectionId: 'gone' };
    await server.mongo.db
      .collection<{ _id: string }>('nodes')
      .updateOne({ _id: agent.nodeId }, { $set: { 'status.connection': connection } });
    await until(async () => expect((await node(agent)).connection.state).toBe('lost'));
  });

  test('reclaims a connected node that another server marked lost', async () => {
    const agent = await FakeAgent.enroll(server, 'claimed');
    await agent.connect(server.url);
    await agent.inventory([]);
    await server.mongo.db
      .collection<{ _id: string }>('nodes')
      .updateOne({ _id: agent.nodeId }, { $set: { 'status.connection.state': 'lost' }, $inc: { version: 1 } });
    await until(async () => expect((await node(agent)).connection.state).toBe('online'));
    agent.disconnect();
  });
});
