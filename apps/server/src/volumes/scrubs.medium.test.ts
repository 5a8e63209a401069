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
async function mirror(
  name: string,
  integrity: 'none' | 'dm-integrity' = 'none',
): Promise<{ id: string; attachmentId: string; legIds: string[] }> {
  const [t1, t2, c1] = agents as [FakeAgent, FakeAgent, FakeAgent];
  const drives = [t1, t2].map(({ nodeId }) => ({ driveId: randomUUID(), nodeId }));
  const plain = storedVolume(name, drives, randomUUID());
  const volume: VolumeDocument = {
    ...plain,
    _id: randomUUID(),
    array: { spec: { uuid: randomUUID(), dataOffsetBytes: 2 ** 20 }, status: { created: true } },
    legs: plain.legs.map((leg) => ({ ...leg, id: randomUUID() })),
    spec: { ...plain.spec, protection: 'raid1', integrity },
    status: { ...plain.status, state: 'available' },
  };
  const attachment = storedAttachment(volume, { _id: c1.nodeId, name: 'c1' });
  await volumes().insertOne(volume);
  await server.mongo.db.collection<AttachmentDocument>('attachments').insertOne(attachment);
  return { id: volume._id, attachmentId: attachment._id, legIds: volume.legs.map((leg) => leg.id) };
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

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

/** The target of a leg reports its count. */
async function count(legIds: readonly string[], index: number, checksumErrors: number): Promise<void> {
  const agent = agents[index] ?? expect.fail('no agent');
  // A report on what no assignment names is ignored.
  await until(() => expect(agent.newest?.content.legs.map(({ legId }) => legId)).toContain(legIds[index]));
  const observed = {
    present: true,
    wiped: true,
    open: true,
    sizeBytes: 2 ** 30,
    backed: true,
    integrity: { checksumErrors, coveredBytes: null },
  };
  const base = { id: legIds[index] ?? '', generation: agent.newest?.generation ?? 0, state: 'done' as const, reason: null };
  expect(await agent.report([{ kind: 'leg', ...base, observed }])).toMatchObject({ ok: true });
}
async function scrubbed(id: string, attachmentId: string, state: 'running' | 'done'): Promise<void> {
  const agent = agents[2] ?? expect.fail('no agent');
  const { orderedAt } = await vi.waitFor(() => assigned(id) ?? expect.fail('not assigned'), 10_000);
  const scrub = { orderedAt, state, checkedBytes: 2 ** 30, totalBytes: 2 ** 30, mismatchBytes: 65_536, reason: null };
  const array = {
    uuid: randomUUID(),
    state: 'clean',
    degraded: 0,
    syncAction: 'idle',
    syncProgressRatio: null,
    syncSpeedBytesPerSecond: null,
  };
  const observed = { present: true, available: true, device: '/dev/weft/x', open: false, arrayCreated: true, paths: [], legs: [] };
  const base = { id: attachmentId, generation: agent.newest?.generation ?? 0, state: 'done' as const, reason: null };
  const status = { kind: 'attachment' as const, ...base, observed: { ...observed, array: { ...array, members: [], scrub } } };
  expect(await agent.report([status])).toMatchObject({ ok: true });
}
const condition = async (id: string, type: string) =>
  (await get(id)).conditions.find((each) => each.type === type && each.status === 'true');

test('a scrub names the wrong half of a mirror with checksums, and a person acknowledges the errors', async () => {
  const { id, attachmentId, legIds } = await mirror('checked', 'dm-integrity');
  await canScrub(true);
  expect(await server.adminClient.refused(endpoints.acknowledgeChecksums, { ...(await on(id)), body: {} })).toMatchObject({
    ...{ status: 409, reason: { code: 'checksums-acknowledged' } },
  });
  await count(legIds, 0, 0);
  await count(legIds, 1, 2);
  await until(async () => expect((await get(id)).checksums).toMatchObject({ newErrors: 2, acknowledged: null }));
  expect((await condition(id, 'ChecksumErrors'))?.message).toContain('2 times');

  await server.adminClient.call(endpoints.startScrub, { ...(await on(id)), body: {} });
  await scrubbed(id, attachmentId, 'running');
  await until(async () => expect((await get(id)).scrub?.current?.startedAt).not.toBeNull());
  await count(legIds, 1, 3);
  await scrubbed(id, attachmentId, 'done');
  await until(async () =>
    expect((await get(id)).scrub?.last?.halves).toMatchObject([
      { index: 0, checksumErrors: 0, count: 'counting', node: { id: agents[0]?.nodeId } },
      { index: 1, checksumErrors: 1, count: 'counting', node: { id: agents[1]?.nodeId } },
    ]),
  );
  expect((await condition(id, 'MismatchesFound'))?.reason).toBe('mismatches-of-half');
  // Two minutes are over.
  await volumes().updateOne({ _id: id }, { $set: { 'status.scrub.counting.until': new Date(0) }, $inc: { version: 1 } });
  await until(async () =>
    expect((await get(id)).scrub?.last?.halves).toMatchObject([{ count: 'complete' }, { count: 'complete', checksumErrors: 1 }]),
  );

  const acknowledged = await server.adminClient.call(endpoints.acknowledgeChecksums, { ...(await on(id)), body: {} });
  expect(acknowledged.checksums).toMatchObject({
    newErrors: 0,
    acknowledged: { by: 'admin' },
    legs: [{ errors: 0 }, { errors: 3, newErrors: 0 }],
  });
  await until(async () => expect(await condition(id, 'ChecksumErrors')).toBeUndefined());
  const { items } = await server.adminClient.call(endpoints.listAudit, { query: { subjectId: id } });
  expect(items).toContainEqual(
    expect.objectContaining({ by: 'admin', action: 'change', request: expect.objectContaining({ route: 'acknowledgeChecksums' }) }),
  );
  // The target counts from zero again.
  await count(legIds, 1, 1);
  await until(async () => expect((await get(id)).checksums).toMatchObject({ newErrors: 1, legs: [{}, { errors: 4 }] }));
  expect((await condition(id, 'ChecksumErrors'))?.message).toContain('1 time');
});

test('refuses to acknowledge checksum errors of a volume without checksums', async () => {
  const { id } = await mirror('unchecked');
  expect((await get(id)).checksums).toBeNull();
  expect(await server.adminClient.refused(endpoints.acknowledgeChecksums, { ...(await on(id)), body: {} })).toMatchObject({
    ...{ status: 409, reason: { code: 'volume-without-checksums' } },
  });
});
