import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveSelector } from '@weft/shared/kinds/drive';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { DriveClassesService } from './drive-classes.service.js';

let server: TestServer;
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  const nodes = [
    ['n1', { rack: 'r1', 'example.tier': 'hot' }, [driveInventory('A1', { model: 'Fast' }), driveInventory('A2', { sizeBytes: 100 })]],
    ['n2', { rack: 'r2' }, [driveInventory('B1', { model: 'Fast' })]],
  ] as const;
  for (const [name, labels, drives] of nodes) {
    const agent = await FakeAgent.enroll(server, name, labels);
    ids.set(name, agent.nodeId);
    await agent.connect(server.url);
    await agent.inventory([...drives]);
    agent.disconnect();
  }
});
afterAll(() => server?.stop());

const serials = async (selector: DriveSelector) => {
  const { drives } = await server.adminClient.call(endpoints.previewDriveClass, { body: { members: { by: 'selector', selector } } });
  return drives.map(({ serial }) => serial);
};

describe('selectors', () => {
  test('match drives by each field, and by all given fields together', async () => {
    expect(await serials({})).toEqual(['A1', 'A2', 'B1']);
    expect(await serials({ models: ['Fast'] })).toEqual(['A1', 'B1']);
    expect(await serials({ maxSizeBytes: 100 })).toEqual(['A2']);
    expect(await serials({ minSizeBytes: 101 })).toEqual(['A1', 'B1']);
    expect(await serials({ nodeIds: [ids.get('n2') ?? ''] })).toEqual(['B1']);
    expect(await serials({ nodeLabels: { 'example.tier': 'hot' } })).toEqual(['A1', 'A2']);
    expect(await serials({ nodeLabels: { rack: 'r1' }, models: ['Fast'] })).toEqual(['A1']);
    expect(await serials({ nodeLabels: { rack: 'r9' } })).toEqual([]);
  });
});

describe('drive classes', () => {
  const spec = { name: 'fast', description: '', labels: {}, members: { by: 'selector' as const, selector: { models: ['Fast'] } } };

  test('returns the existing class for an equal create, and refuses its name for another spec', async () => {
    const first = await server.adminClient.call(endpoints.createDriveClass, { body: spec });
    expect(first).toMatchObject({ driveCount: 2, nodeCount: 2, freeBytes: 0 });
    expect(await server.adminClient.call(endpoints.createDriveClass, { body: spec })).toEqual(first);
    expect(await server.adminClient.refused(endpoints.createDriveClass, { body: { ...spec, description: 'other' } })).toMatchObject({
      code: 'name-taken',
      field: 'name',
    });
    const { items } = await server.adminClient.call(endpoints.listDrives, { query: { driveClassId: first.id } });
    expect(items.map(({ serial }) => serial)).toEqual(['A1', 'B1']);
  });

  test('keeps description and labels when only the members change', async () => {
    const made = await server.adminClient.call(endpoints.createDriveClass, {
      body: { ...spec, name: 'kept', description: 'for orders', labels: { team: 'shop' } },
    });
    const members = { by: 'list' as const, driveIds: [made.id] };
    const changed = await server.adminClient.call(endpoints.updateDriveClass, {
      params: { id: made.id },
      ifMatch: made.version,
      body: { members },
    });
    expect(changed).toMatchObject({ description: 'for orders', labels: { team: 'shop' }, members });
  });

  test('sums capacity and free space of its drives, less reserve and legs, never below zero', async () => {
    const drives = server.mongo.db.collection<DriveDocument>('drives');
    const sizes = { A1: [1001, 0], A2: [500, 0], B1: [1000, 990] } as const;
    for (const [serial, [capacityBytes, allocatedBytes]] of Object.entries(sizes))
      await drives.updateOne({ serial }, { $set: { 'status.capacityBytes': capacityBytes, 'status.allocatedBytes': allocatedBytes } });
    const listOf = async (name: string, members: DriveClassMembers) => {
      await server.adminClient.call(endpoints.createDriveClass, { body: { ...spec, name, members } });
      return (await server.adminClient.call(endpoints.listDriveClasses, { query: { name } })).items[0];
    };
    const { items } = await server.adminClient.call(endpoints.listDrives, { query: { serial: 'A1' } });
    // B1's legs use more than the reserve leaves.
    const { reservedRatio } = await server.adminClient.call(endpoints.getSettings);
    const free = Math.floor(1001 * (1 - reservedRatio)) + Math.max(0, Math.floor(1000 * (1 - reservedRatio)) - 990);
    await drives.updateOne({ serial: 'A1' }, { $set: { 'status.inService': true } });
    const fast = await listOf('sums', spec.members);
    expect(fast).toMatchObject({ driveCount: 2, inServiceCount: 1, nodeCount: 2, capacityBytes: 2001, freeBytes: free });
    expect(await listOf('sums-of-list', { by: 'list', driveIds: [items[0]?.id ?? ''] })).toMatchObject({
      driveCount: 1,
      capacityBytes: 1001,
    });
    expect(await listOf('sums-of-rack', { by: 'selector', selector: { nodeLabels: { rack: 'r2' } } })).toMatchObject({
      capacityBytes: 1000,
    });
    expect(await listOf('sums-of-none', { by: 'selector', selector: { models: ['none'] } })).toMatchObject({
      driveCount: 0,
      inServiceCount: 0,
      nodeCount: 0,
      freeBytes: 0,
    });
    await drives.updateMany({}, { $set: { 'status.inService': false, 'status.capacityBytes': 0, 'status.allocatedBytes': 0 } });
  });

  test('offers no candidates among drives out of service, and gives the reason', async () => {
    const { items } = await server.adminClient.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
    const found = await server.app
      .get(DriveClassesService, { strict: false })
      .candidates({ driveClassId: items[0]?.id ?? '', failureDomain: 'rack' });
    expect(found).toMatchObject({ className: 'fast', drives: [] });
    expect(found.leftOut.map(textOfMessage)).toEqual(['2 not in service (A1 of n1, B1 of n2)']);
  });

  test('refuses to delete a class that a volume uses, and deletes it afterwards', async () => {
    const made = await server.adminClient.call(endpoints.createDriveClass, { body: { ...spec, name: 'used' } });
    const changed = await server.adminClient.call(endpoints.updateDriveClass, {
      params: { id: made.id },
      ifMatch: made.version,
      body: { description: 'now described' },
    });
    expect(changed).toMatchObject({ description: 'now described', members: spec.members });
    const at = { params: { id: made.id }, ifMatch: changed.version };
    const volumes = server.mongo.db.collection<VolumeDocument>('volumes');
    await volumes.insertOne(storedVolume('orders', [], made.id));
    expect(await server.adminClient.refused(endpoints.deleteDriveClass, at)).toMatchObject({
      code: 'in-use',
      detail: expect.stringContaining('orders'),
    });
    await volumes.deleteMany({});
    expect((await server.adminClient.try(endpoints.deleteDriveClass, at)).status).toBe(204);
  });
});

test('counts all drives in a preview that lists only the first 500', async () => {
  const agents = [];
  for (const name of ['many-1', 'many-2']) {
    const agent = await FakeAgent.enroll(server, name);
    await agent.connect(server.url);
    await agent.inventory(Array.from({ length: 260 }, (_, at) => driveInventory(`${name}-${at}`, { model: 'Many' })));
    agents.push(agent);
  }
  const members = { by: 'selector' as const, selector: { models: ['Many'] } };
  const { drives, ...counted } = await server.adminClient.call(endpoints.previewDriveClass, { body: { members } });
  expect(drives).toHaveLength(500);
  expect(counted).toEqual({ total: 520, inServiceCount: 0, nodeCount: 2, freeBytes: 0 });
  for (const agent of agents) agent.disconnect();
});
