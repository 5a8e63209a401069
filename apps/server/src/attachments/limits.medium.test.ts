import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

const LIMITS: IoLimits = { ...NO_LIMITS, readBytesPerSecond: 2 ** 20 };
let server: TestServer;
const agents: FakeAgent[] = [];

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  const settings = await server.adminClient.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'left', cidrs: ['10.0.0.0/24'] }];
  await server.adminClient.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  const able = { rdma: true, nvmet: true, nvmeAuthentication: true };
  for (const [n, name] of ['target', 'able', 'old'].entries()) {
    const agent = await FakeAgent.enroll(server, name);
    await agent.connect(server.url);
    const nic = {
      ...{ name: 'eth1', macAddress: '52:54:00:00:00:01', speedBitsPerSecond: null, mtuBytes: 1500, up: true, rdmaDevice: 'rxe0' },
      ...{ numaNode: null, addresses: [`10.0.0.${n + 1}/24`], pciAddress: null },
    };
    await agent.inventory([], { nics: [nic], capabilities: name === 'able' ? { ...able, ioLimits: true } : able });
    agents.push(agent);
  }
});
afterAll(async () => {
  for (const agent of agents) agent.disconnect();
  await server?.stop();
});

const nodeId = (n: number) => agents[n]?.nodeId ?? '';
const assigned = (id: string) => agents[1]?.newest?.content.attachments.find(({ attachmentId }) => attachmentId === id);

async function volume(): Promise<string> {
  const made = storedVolume(`v-${randomUUID().slice(0, 8)}`, [{ driveId: randomUUID(), nodeId: nodeId(0) }], randomUUID());
  const legs = made.legs.map((leg) => ({ ...leg, id: randomUUID(), nodeName: 'target' }));
  const stored: VolumeDocument = { ...made, _id: randomUUID(), legs, status: { ...made.status, state: 'available' } };
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(stored);
  return stored._id;
}

test('sets limits at the attach, changes and removes them while attached, and assigns them to the client', async () => {
  const { adminClient: admin } = server;
  const body = { volumeId: await volume(), nodeId: nodeId(1), limits: LIMITS };
  const { attachment } = await admin.call(endpoints.createAttachment, { body });
  expect(attachment).toMatchObject({ limits: LIMITS, limitsInForce: null });
  const { id } = attachment;
  await expect.poll(() => assigned(id)?.limits).toEqual(LIMITS);
  // The same request again is answered with the same attachment; other limits are another request.
  expect((await admin.call(endpoints.createAttachment, { body })).attachment.id).toBe(id);
  expect(await admin.refused(endpoints.createAttachment, { body: { ...body, limits: null } })).toMatchObject({ code: 'in-use' });

  const { version } = await admin.call(endpoints.getAttachment, { params: { id } });
  const change = { params: { id }, ifMatch: version, body: { limits: { ...NO_LIMITS, writeIops: 100 } } };
  const changed = await admin.call(endpoints.updateAttachment, change);
  expect(changed).toMatchObject({ limits: { readBytesPerSecond: null, writeIops: 100 }, generation: attachment.generation + 1 });
  await expect.poll(() => assigned(id)?.limits).toEqual({ ...NO_LIMITS, writeIops: 100 });
  expect(await admin.refused(endpoints.updateAttachment, change)).toMatchObject({ code: 'version-mismatch' });

  const removed = await admin.call(endpoints.updateAttachment, { params: { id }, ifMatch: changed.version, body: { limits: null } });
  expect(removed.limits).toBeNull();
  await expect.poll(() => assigned(id) && !('limits' in (assigned(id) ?? {}))).toBe(true);
});

test('refuses limits below the least that the kernel can wait for, and for an agent that does not know them', async () => {
  const { adminClient: admin } = server;
  const volumeId = await volume();
  const tiny = { volumeId, nodeId: nodeId(1), limits: { ...NO_LIMITS, readBytesPerSecond: 1 } };
  expect(await admin.refused(endpoints.createAttachment, { body: tiny })).toMatchObject({ code: 'invalid-field' });
  const old = { volumeId, nodeId: nodeId(2), limits: LIMITS };
  expect(await admin.refused(endpoints.createAttachment, { body: old })).toMatchObject({ code: 'not-possible' });
  const { attachment } = await admin.call(endpoints.createAttachment, { body: { volumeId, nodeId: nodeId(2) } });
  const change = { params: { id: attachment.id }, ifMatch: attachment.version, body: { limits: LIMITS } };
  expect(await admin.refused(endpoints.updateAttachment, change)).toMatchObject({ code: 'not-possible' });
});
