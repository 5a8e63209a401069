import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { volumeHealths } from '@weft/shared/kinds/volume';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';
import { nodeSample, sample } from '../../../test-support/samples.js';
import { storedAttachment } from '../../../test-support/stored-attachment.js';
import { storedVolume } from '../../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';

let server: TestServer;
let targets: FakeAgent[];
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
const overview = () => server.adminClient.call(endpoints.overview);

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(async () => {
  for (const agent of targets ?? []) agent.disconnect();
  await server?.stop();
});

/** A node whose only drive is in service. */
async function target(name: string): Promise<FakeAgent> {
  const agent = await FakeAgent.enroll(server, name);
  await agent.connect(server.url);
  await agent.inventory([driveInventory(`S-${name}`)]);
  const [drive] = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: agent.nodeId } })).items;
  await server.adminClient.call(endpoints.takeDrive, { params: { id: drive?.id ?? '' }, ifMatch: drive?.version ?? 0 });
  await until(() => expect(agent.newest?.content.drives[0]?.desired).toBe('in-service'));
  await agent.reportDrives();
  return agent;
}

test('reports zeros and no findings for an empty cluster', async () => {
  const { counts, findings, classes, cpu, example } = await overview();
  expect(counts).toMatchObject({ nodes: { online: 0, lost: 0, never: 0 }, drives: { total: 0 }, driveClasses: 0, volumes: { total: 0 } });
  expect([findings, classes, cpu, example]).toEqual([[], [], { targets: null, clients: null }, null]);
});

test('reports a lost target as cause, the space to repair its mirror, and the CPU of the other', async () => {
  targets = [await target('left'), await target('right')];
  const [left, right] = targets as [FakeAgent, FakeAgent];
  const members = { by: 'selector' as const, selector: {} };
  const { id: classId } = await server.adminClient.call(endpoints.createDriveClass, { body: { name: 'fast', members } });
  // The reconciler processes a report after it was answered.
  const items = await until(async () => {
    const found = await server.adminClient.call(endpoints.listDrives, { query: { state: 'in-service' } });
    expect(found.items).toHaveLength(2);
    return found.items;
  });
  const sides = [left, right].map(({ nodeId }) => ({ nodeId, driveId: items.find(({ node }) => node.id === nodeId)?.id ?? '' }));
  const stored = storedVolume('orders', sides, classId);
  const healthy = {
    type: 'Healthy',
    status: 'false' as const,
    since: new Date().toISOString(),
    reason: 'leg-missing',
    message: 'leg 0 has no path',
  };
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne({
    ...stored,
    _id: randomUUID(),
    legs: stored.legs.map((leg, at) => ({ ...leg, id: randomUUID(), nodeName: ['left', 'right'][at] ?? '' })),
    spec: { ...stored.spec, ...stored.spec, protection: 'raid1' },
    status: { ...stored.status, state: 'available', health: 'degraded', conditions: [healthy] },
  });
  await right.send('sample', sample(1, { node: nodeSample(5) }));
  const availableBytes = async () => (await overview()).classes[0]?.repair?.availableBytes ?? 0;
  expect(await availableBytes()).toBeGreaterThan(2 ** 39);
  // A repair would not use a cordoned drive.
  for (const { id } of items) {
    const { version } = await server.adminClient.call(endpoints.getDrive, { params: { id } });
    await server.adminClient.call(endpoints.cordonDrive, { params: { id }, ifMatch: version });
  }
  expect(await availableBytes()).toBe(0);
  for (const { id } of items) {
    const { version } = await server.adminClient.call(endpoints.getDrive, { params: { id } });
    await server.adminClient.call(endpoints.uncordonDrive, { params: { id }, ifMatch: version });
  }
  expect(await availableBytes()).toBeGreaterThan(2 ** 39);
  left.disconnect();

  await until(async () => {
    const { findings, counts } = await overview();
    expect(counts.nodes).toEqual({ online: 1, lost: 1, never: 0 });
    expect(findings.find(({ subject }) => subject.name === 'left')).toMatchObject({
      subject: { kind: 'node' },
      what: 'lost',
      waitingFor: 'the agent of left',
      volumes: [{ volume: { name: 'orders' } }],
    });
  });
  const { classes, counts } = await overview();
  expect(counts.drives).toMatchObject({ total: 2, inService: 2 });
  expect(classes).toMatchObject([
    { driveClass: { name: 'fast' }, driveCount: 2, usedBytes: 0, reservedBytes: 0, repair: { neededBytes: 2 ** 30 } },
  ]);
  // The free drive of the lost target takes no legs: nothing is left if the other one fails too.
  expect(classes[0]?.repair).toMatchObject({ node: { name: 'right' }, availableBytes: 0 });
  // Approximate: the sample may span two stored steps, and the sum of its two parts is rounded.
  const ratios = { busyRatio: expect.closeTo(0.125, 9), exportRatio: expect.closeTo(0.005, 9) };
  await until(async () => expect((await overview()).cpu).toMatchObject({ targets: { nodes: 1, ...ratios }, clients: null }));
}, 60_000);

test('counts volumes by health and nodes by role as their lists do', async () => {
  await until(async () => {
    const { byHealth } = (await overview()).counts.volumes;
    expect(byHealth).toHaveLength(1);
    for (const health of volumeHealths) {
      const { total } = await server.adminClient.call(endpoints.listVolumes, { query: { health } });
      expect(total, health).toBe(byHealth.find((each) => each.health === health)?.count ?? 0);
    }
  });
  const setHealth = (health: 'healthy' | 'degraded') =>
    server.mongo.db.collection<VolumeDocument>('volumes').updateMany({}, { $set: { 'status.health': health } });
  await setHealth('healthy'); // its condition Healthy still is not true
  expect((await overview()).counts.volumes.byHealth).toEqual([{ health: 'healthy', count: 1, unconfirmed: 1 }]);
  await setHealth('degraded');
  const nodes = async (role: 'target' | 'client') => (await server.adminClient.call(endpoints.listNodes, { query: { role } })).items;
  expect((await nodes('target')).map(({ name }) => name)).toEqual(['left', 'right']);
  expect(await nodes('client')).toEqual([]);
});

test('includes the node that a job waits for', async () => {
  const right = await server.adminClient.call(endpoints.getNode, { params: { id: targets[1]?.nodeId ?? '' } });
  await server.adminClient.call(endpoints.drainNode, { params: { id: right.id }, ifMatch: right.version });
  await until(async () => {
    const drain = (await overview()).jobs.find(({ kind }) => kind === 'node.drain');
    expect(drain?.waitingFor[0]?.node).toBe('right');
    expect(drain?.steps).toContainEqual(expect.objectContaining({ node: 'right', nodeId: right.id }));
  });
});

test('lists a job as running or, once finished, as a change', async () => {
  const { jobs, changes } = await overview();
  expect([...jobs, ...changes].map(({ kind }) => kind)).toContain('drive.take');
  expect(changes.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
});

/** So many nodes have more values than one query of statistics may ask for. */
test('sums the CPU of thousands of clients', async () => {
  const clients = Array.from({ length: 6000 }, (_, n) =>
    storedAttachment({ _id: randomUUID(), name: 'wide' }, { _id: randomUUID(), name: `c${n}` }),
  );
  const attachments = server.mongo.db.collection<AttachmentDocument>('attachments');
  await attachments.insertMany(clients);
  const used = { system: 0, irq: 0, softirq: 0, steal: 0, targetTax: 0 };
  const points = clients.map(({ nodeId }, n) => ({
    ...{ at: new Date(), series: { kind: 'node', id: nodeId }, coveredMs: 10_000 },
    ...{ ...used, user: n === 17 ? 9 : 1, idle: n === 17 ? 1 : 9 },
  }));
  await server.mongo.db.collection('statisticsTenSeconds').insertMany(points);
  await until(async () => {
    const { clients: cpu } = (await overview()).cpu;
    expect(cpu).toMatchObject({ nodes: 6000, busyRatio: expect.closeTo(0.1 + 0.8 / 6000, 9), exportRatio: 0 });
    expect(cpu?.busiest[0]).toEqual({ node: { id: clients[17]?.nodeId, name: clients[17]?.nodeId }, busyRatio: 0.9 });
  });
  await attachments.deleteMany({ volumeName: 'wide' });
}, 60_000);
