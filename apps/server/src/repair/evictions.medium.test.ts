import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

let server: TestServer;
let agent: FakeAgent;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const volumes = () => server.mongo.db.collection<VolumeDocument>('volumes');
const node = () => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const job = (id: string) => server.adminClient.call(endpoints.getJob, { params: { id } });
async function drain() {
  const { id, version } = await node();
  return server.adminClient.call(endpoints.drainNode, { params: { id }, ifMatch: version });
}
async function drive() {
  const { items } = await server.adminClient.call(endpoints.listDrives, { query: { serial: 'D' } });
  return items[0] ?? expect.fail('no drive D');
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 'target');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('D')]);
  const { id, version } = await drive();
  await server.adminClient.call(endpoints.takeDrive, { params: { id }, ifMatch: version });
  await until(() => expect(agent.newest?.content.drives).toHaveLength(1));
  await agent.reportDrives();
  await until(async () => expect((await drive()).state).toBe('in-service'));
  const members = { by: 'list' as const, driveIds: [id] };
  const { id: driveClassId } = await server.adminClient.call(endpoints.createDriveClass, {
    body: { name: 'only', description: '', labels: {}, members },
  });
  const scratch = storedVolume('scratch', [{ driveId: id, nodeId: agent.nodeId }], driveClassId);
  const legs = scratch.legs.map((leg) => ({ ...leg, id: randomUUID(), nodeName: 'target' }));
  await volumes().insertOne({ ...scratch, _id: randomUUID(), legs });
}, 60_000);
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  const { id, version } = await node();
  await server.adminClient.call(endpoints.uncordonNode, { params: { id }, ifMatch: version });
});

test('names the legs that cannot move in a dry run, and changes nothing', async () => {
  const before = await node();
  const { moves, notMovable } = await server.adminClient.call(endpoints.planNodeDrain, { params: { id: before.id } });
  expect(moves).toEqual([]);
  expect(notMovable).toMatchObject([{ volume: { name: 'scratch' }, protection: 'concatenated', index: 0 }]);
  expect(await server.adminClient.call(endpoints.planDriveEviction, { params: { id: (await drive()).id } })).toEqual({ moves, notMovable });
  expect(await node()).toMatchObject({ version: before.version, scheduling: 'open' });
});

test('names the legs that cannot move, and returns the running job for a repeated drain', async () => {
  const first = await drain();
  expect(first.notMovable).toMatchObject([{ volume: { name: 'scratch' } }]);
  const again = await drain();
  expect(again.job.id).toBe(first.job.id);
  await server.adminClient.call(endpoints.cancelJob, { params: { id: first.job.id } });
});

test('cancels a drain, leaves the node cordoned, and starts a new job on the next request', async () => {
  const { job: begun } = await drain();
  const stopped = await server.adminClient.call(endpoints.cancelJob, { params: { id: begun.id } });
  expect(stopped).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  expect((await node()).scheduling).toBe('cordoned');
  expect(await server.adminClient.call(endpoints.cancelJob, { params: { id: begun.id } })).toEqual(stopped);
  const { job: resumed } = await drain();
  expect([resumed.id === begun.id, resumed.state]).toEqual([false, 'running']);
  await server.adminClient.call(endpoints.cancelJob, { params: { id: resumed.id } });
});

test('refuses to cancel a finished job', async () => {
  const { items } = await server.adminClient.call(endpoints.listJobs, { query: { kind: 'drive.take' } });
  const taken = await server.adminClient.refused(endpoints.cancelJob, { params: { id: items[0]?.id ?? '' } });
  expect(taken).toMatchObject({ code: 'wrong-state', detail: expect.stringContaining('is done already') });

  await volumes().deleteOne({ name: 'scratch' });
  const { job: empty } = await drain();
  await until(async () => expect((await job(empty.id)).state).toBe('done'));
  expect(await server.adminClient.refused(endpoints.cancelJob, { params: { id: empty.id } })).toMatchObject({ code: 'wrong-state' });
});

test('marks a drained node as evicted at an unchanged version until it is uncordoned', async () => {
  const { job: asked } = await drain();
  const before = await node();
  await until(async () => expect((await job(asked.id)).state).toBe('done'));
  const drained = await node();
  expect(drained).toMatchObject({ scheduling: 'evicted', version: before.version });
  const since = Date.parse(drained.schedulingSince ?? '');
  expect(since).toBeGreaterThanOrEqual(Date.parse(asked.createdAt));
  const params = { id: drained.id };
  const opened = await server.adminClient.call(endpoints.uncordonNode, { params, ifMatch: before.version });
  expect(opened.scheduling).toBe('open');
  expect(Date.parse(opened.schedulingSince ?? '')).toBeGreaterThan(since);
});
