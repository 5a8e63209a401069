import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { rebuildSpeeds } from '@weft/shared/kinds/volume';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

let server: TestServer;
const agents: FakeAgent[] = [];

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  for (const name of ['t1', 't2', 'c1']) {
    const agent = await FakeAgent.enroll(server, name);
    await agent.connect(server.url);
    agents.push(agent);
  }
});
afterAll(async () => {
  for (const agent of agents) agent.disconnect();
  await server?.stop();
});

test('sends a changed rebuild priority to the client at once, and nothing for a dry run', async () => {
  const [t1, t2, c1] = agents as [FakeAgent, FakeAgent, FakeAgent];
  const plain = storedVolume(
    'orders',
    [t1, t2].map(({ nodeId }) => ({ driveId: randomUUID(), nodeId })),
    randomUUID(),
  );
  const volume: VolumeDocument = {
    ...plain,
    _id: randomUUID(),
    array: { spec: { uuid: randomUUID(), dataOffsetBytes: 2 ** 20 }, status: { created: true } },
    legs: plain.legs.map((leg) => ({ ...leg, id: randomUUID() })),
    spec: { ...plain.spec, ...plain.spec, protection: 'raid1' },
    status: { ...plain.status, state: 'available' },
  };
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(volume);
  await server.mongo.db.collection<AttachmentDocument>('attachments').insertOne(storedAttachment(volume, { _id: c1.nodeId, name: 'c1' }));
  const change = (body: object) =>
    server.adminClient.call(endpoints.updateVolume, { params: { id: volume._id }, ifMatch: volume.version, body });

  expect(await change({ rebuildPriority: 'high', dryRun: true })).toMatchObject({ rebuildPriority: 'high' });
  await change({ rebuildPriority: 'low' });
  await vi.waitFor(() => expect(c1.newest?.content.attachments[0]?.array?.syncSpeed).toEqual(rebuildSpeeds.low), 10_000);
  const speeds = c1.assignments.map(({ content }) => content.attachments[0]?.array?.syncSpeed);
  expect(speeds).not.toContainEqual(rebuildSpeeds.high);
});
