import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ScrubOrder } from '@weft/shared/messages/scrub';
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

const volumes = () => server.mongo.db.collection<VolumeDocument>('volumes');

/** A mirror on t1 and t2, attached to c1. */
async function mirror(name: string): Promise<{ id: string; attachmentId: string }> {
  const [t1, t2, c1] = agents as [FakeAgent, FakeAgent, FakeAgent];
  const drives = [t1, t2].map(({ nodeId }) => ({ driveId: randomUUID(), nodeId }));
  const plain = storedVolume(name, drives, randomUUID());
  const volume: VolumeDocument = {
    ...plain,
    _id: randomUUID(),
    array: { spec: { uuid: randomUUID(), dataOffsetBytes: 2 ** 20 }, status: { created: true } },
    legs: plain.legs.map((leg) => ({ ...leg, id: randomUUID() })),
    spec: { ...plain.spec, protection: 'raid1' },
    status: { ...plain.status, state: 'available' },
  };
  const attachment = storedAttachment(volume, { _id: c1.nodeId, name: 'c1' });
  await volumes().insertOne(volume);
  await server.mongo.db.collection<AttachmentDocument>('attachments').insertOne(attachment);
  return { id: volume._id, attachmentId: attachment._id };
}
const get = (id: string) => server.adminClient.call(endpoints.getVolume, { params: { id } });
/** The present version: the reconciler may raise it at any time. */
const on = async (id: string) => ({ params: { id }, ifMatch: (await get(id)).version });
const assigned = (id: string): ScrubOrder | undefined =>
  agents[2]?.newest?.content.attachments.find(({ volumeId }) => volumeId === id)?.array?.scrub;
const canScrub = (scrub: boolean) =>
  agents[2]?.inventory([], { capabilities: { rdma: true, nvmet: true, nvmeAuthentication: true, scrub } });

test('orders a scrub at the client of a mirror, whose agent must know scrubs, and stops it', async () => {
  const { id } = await mirror('orders');
  await canScrub(false);
  expect(await server.adminClient.refused(endpoints.startScrub, { ...(await on(id)), body: {} })).toMatchObject({
    ...{ status: 409, reason: { code: 'client-cannot-scrub' } },
  });
  await canScrub(true);
  const started = await server.adminClient.call(endpoints.startScrub, { ...(await on(id)), body: {} });
  expect(started.scrub).toMatchObject({
    current: { action: 'check', origin: 'person', orderedBy: 'admin', isStopping: false },
    last: null,
  });
  await vi.waitFor(
    () => expect(assigned(id)).toMatchObject({ orderedAt: started.scrub?.current?.orderedAt, action: 'check', hours: null }),
    10_000,
  );
  expect(await server.adminClient.refused(endpoints.startScrub, { ...(await on(id)), body: {} })).toMatchObject({
    reason: { code: 'scrub-ordered' },
  });

  await server.adminClient.call(endpoints.stopScrub, { ...(await on(id)), body: {} });
  await vi.waitFor(() => expect(assigned(id)).toBeUndefined(), 10_000);
  await vi.waitFor(async () => expect((await get(id)).scrub).toMatchObject({ current: null, last: { outcome: 'stopped' } }), 20_000);
});

test('refuses a repair without mismatches, and without the name of the volume', async () => {
  const { id } = await mirror('ledger');
  await canScrub(true);
  const body = { volumeName: 'ledger', copyFrom: 'first-half' as const };
  expect(await server.adminClient.refused(endpoints.repairMismatches, { ...(await on(id)), body })).toMatchObject({
    ...{ status: 409, reason: { code: 'scrub-nothing-to-repair' } },
  });
  const client = { id: agents[2]?.nodeId ?? '', name: 'c1' };
  const last: NonNullable<VolumeDocument['status']['scrub']>['last'] = {
    ...({ action: 'check', origin: 'person', orderedBy: 'ann', orderedAt: new Date(), outcome: 'completed', client } as const),
    ...{ startedAt: new Date(), endedAt: new Date(), checkedBytes: 1000, totalBytes: 1000, mismatchBytes: 65_536 },
  };
  await volumes().updateOne(
    { _id: id },
    { $set: { 'status.scrub': { countedFrom: new Date(), startedAt: null, lastCompletedAt: new Date(), last } } },
  );
  expect(
    await server.adminClient.refused(endpoints.repairMismatches, { ...(await on(id)), body: { ...body, volumeName: 'other' } }),
  ).toMatchObject({
    reason: { code: 'volume-name-not-repeated' },
  });
  await server.adminClient.call(endpoints.repairMismatches, { ...(await on(id)), body });
  await vi.waitFor(() => expect(assigned(id)?.action).toBe('repair'), 10_000);
});

test('has an interval of its own, which ends with null', async () => {
  const { id } = await mirror('events');
  const change = async (scrubIntervalDays: number | null) =>
    server.adminClient.call(endpoints.updateVolume, { ...(await on(id)), body: { scrubIntervalDays } });
  expect(await change(0)).toMatchObject({ scrubIntervalDays: 0, scrub: { nextAt: null } });
  expect(await change(7)).toMatchObject({ scrubIntervalDays: 7 });
  await vi.waitFor(async () => expect((await get(id)).scrub?.nextAt).not.toBeNull(), 20_000);
  expect(await change(null)).toMatchObject({ scrubIntervalDays: null });
});
