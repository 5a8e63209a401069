import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const remove = async (agent: FakeAgent) => ({ params: { id: agent.nodeId }, ifMatch: (await node(agent)).version });

const NIC = {
  name: 'eth1',
  macAddress: '02:00:00:00:00:01',
  speedBitsPerSecond: null,
  mtuBytes: 9000,
  up: true,
  rdmaDevice: 'rxe0',
  numaNode: null,
  addresses: ['10.10.1.9/24'],
  pciAddress: null,
};

test('reports the storage network of each NIC, and changes labels only at the current version', async () => {
  const settings = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, {
    ifMatch: settings.version,
    body: { storageNetworks: [{ name: 'left', cidrs: ['10.10.1.0/24'] }] },
  });
  const agent = await FakeAgent.enroll(server, 'wired', { rack: 'r1' });
  await agent.connect(server.url);
  await agent.inventory([], { nics: [NIC, { ...NIC, name: 'eth0', addresses: ['192.168.0.9/24'] }] });
  const before = await node(agent);
  expect(before.nics.map(({ name, storageNetwork }) => [name, storageNetwork])).toEqual([
    ['eth1', 'left'],
    ['eth0', null],
  ]);
  expect(before.labels).toEqual({ rack: 'r1' });
  const labels = { rack: 'r2', 'example.owner': 'ops' };
  expect(
    await server.adminClient.refused(endpoints.updateNode, { params: { id: before.id }, ifMatch: before.version - 1, body: { labels } }),
  ).toMatchObject({ code: 'version-mismatch' });
  expect(
    (await server.adminClient.call(endpoints.updateNode, { params: { id: before.id }, ifMatch: before.version, body: { labels } })).labels,
  ).toEqual(labels);
  agent.disconnect();
});

test('keeps the time a link went down and orphans appeared across other reports', async () => {
  const agent = await FakeAgent.enroll(server, 'worn');
  await agent.connect(server.url);
  const inventory = (up: boolean, kernel: string) => agent.inventory([], { kernel, nics: [{ ...NIC, up }] });
  await inventory(true, '6.1');
  expect((await node(agent)).nics[0]?.linkSince).toBeNull();
  await inventory(false, '6.1');
  const down = (await node(agent)).nics[0]?.linkSince;
  expect(down).toEqual(expect.any(String));
  await inventory(false, '6.13');
  expect((await node(agent)).nics[0]).toMatchObject({ up: false, linkSince: down });

  const orphan = (name: string) => ({ kind: 'subsystem' as const, name, detail: 'nobody asks for it' });
  await agent.report([], { orphans: [orphan('a')] });
  const { since } = (await node(agent)).orphans;
  expect(since).toEqual(expect.any(String));
  await agent.report([], { orphans: [orphan('a'), orphan('b')] });
  expect(await node(agent)).toMatchObject({ orphans: { count: 2, since } });
  await agent.report([], { orphans: [] });
  expect((await node(agent)).orphans).toEqual({ count: 0, ignored: 0, since: null });
  agent.disconnect();
});

test('keeps a version valid across reports, but not after a label change', async () => {
  const agent = await FakeAgent.enroll(server, 'lively');
  const seen = await node(agent);
  await agent.connect(server.url);
  await agent.inventory([], { kernel: '6.13' });
  await agent.report([], { generation: 7 });
  agent.disconnect();
  await until(async () => expect((await node(agent)).connection.state).toBe('lost'));
  const lived = await node(agent);
  expect(lived).toMatchObject({ version: seen.version, kernel: '6.13' });
  expect(lived.revision).toBeGreaterThan(seen.revision);
  const change = { params: { id: seen.id }, ifMatch: seen.version, body: { labels: { rack: 'r9' } } };
  expect((await server.adminClient.call(endpoints.updateNode, change)).version).toBe(seen.version + 1);
  expect(await server.adminClient.refused(endpoints.updateNode, change)).toMatchObject({ code: 'version-mismatch' });
});

test('refuses to remove a node with drives in service, legs or attachments, and names them (S5)', async () => {
  const agent = await FakeAgent.enroll(server, 'holder');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('H1')]);
  const [drive] = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: agent.nodeId } })).items;
  await server.adminClient.call(endpoints.takeDrive, { params: { id: drive?.id ?? '' }, ifMatch: drive?.version ?? 0 });
  await server.mongo.db
    .collection<VolumeDocument>('volumes')
    .insertOne(storedVolume('orders', [{ driveId: drive?.id ?? '', nodeId: agent.nodeId }]));
  const attachments = server.mongo.db.collection<AttachmentDocument>('attachments');
  await attachments.insertOne(storedAttachment({ _id: 'volume-orders', name: 'orders' }, { _id: agent.nodeId, name: 'holder' }));
  const { detail } = await until(async () => {
    const problem = await server.adminClient.refused(endpoints.deleteNode, await remove(agent));
    expect(problem.code).toBe('in-use');
    return problem;
  });
  for (const named of ['H1', 'orders', 'orders on holder']) expect(detail).toContain(named);
  expect((await node(agent)).roles).toEqual(['client']);
  await server.mongo.db.collection('volumes').deleteMany({});
  await attachments.deleteMany({});
  agent.disconnect();
});

test('adds up used, free and unusable bytes of the drives of a node', async () => {
  const agent = await FakeAgent.enroll(server, 'stocked');
  await agent.connect(server.url);
  expect((await node(agent)).capacity).toEqual({ driveCount: 0, sizeBytes: 0, usedBytes: 0, freeBytes: 0, unusableBytes: 0 });
  await agent.inventory([driveInventory('C1'), driveInventory('C2')]);
  const [drive] = (await server.adminClient.call(endpoints.listDrives, { query: { serial: 'C1' } })).items;
  await server.adminClient.call(endpoints.takeDrive, { params: { id: drive?.id ?? '' }, ifMatch: drive?.version ?? 0 });
  await until(() => expect(agent.newest?.content.drives.some(({ driveId }) => driveId === drive?.id)).toBe(true));
  await agent.reportDrives();
  const [usable, leg] = [2 ** 40 - 2 ** 22, 2 ** 30];
  const all = { driveCount: 2, sizeBytes: 2 * 2 ** 40 };
  await until(async () =>
    expect((await node(agent)).capacity).toEqual({ ...all, usedBytes: 0, freeBytes: usable, unusableBytes: 2 ** 40 + 2 ** 22 }),
  );
  const drives = server.mongo.db.collection<DriveDocument>('drives');
  await drives.updateOne({ _id: drive?.id ?? '' }, { $set: { 'status.allocatedBytes': leg } });
  expect((await node(agent)).capacity).toEqual({
    ...{ ...all, usedBytes: leg, freeBytes: usable - leg, unusableBytes: 2 ** 40 + 2 ** 22 },
  });
  await agent.inventory([driveInventory('C2')]);
  // The free bytes of a missing drive take no leg.
  expect((await node(agent)).capacity).toEqual({ ...all, usedBytes: leg, freeBytes: 0, unusableBytes: 2 * 2 ** 40 - leg });
  const { items } = await server.adminClient.call(endpoints.listNodes, { query: { name: 'stocked' } });
  expect(items.map(({ capacity }) => capacity.usedBytes)).toEqual([leg]);
  agent.disconnect();
});

test('removes an unused node with its drives, its connection and its credential', async () => {
  const agent = await FakeAgent.enroll(server, 'leaving');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('L1')]);
  expect((await server.adminClient.try(endpoints.deleteNode, await remove(agent))).status).toBe(204);
  await until(() => expect(agent.isConnected).toBe(false));
  expect(agent.closings.map(({ code }) => code)).toEqual(['node-removed']);
  await expect(agent.connect(server.url)).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
  expect((await server.adminClient.call(endpoints.listDrives, { query: { serial: 'L1' } })).total).toBe(0);
  expect(await server.mongo.db.collection('assignments').countDocuments({ _id: agent.nodeId as never })).toBe(0);
});
