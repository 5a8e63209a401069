import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Problem } from '@weft/shared/errors/errors';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { AttachmentsRepository } from './attachments.repository.js';

const { uri: mongoUri } = testDatabase();
let servers: TestServer[] = [];
const agents: FakeAgent[] = [];

beforeAll(async () => {
  const first = await startTestServer({ mongoUri });
  const second = await startTestServer({ mongoUri, database: first.mongo.db.databaseName, dataDir: first.dataDir });
  servers = [second, first];
  const settings = await first.adminClient.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'left', cidrs: ['10.0.0.0/24'] }];
  await first.adminClient.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  for (const [n, name] of ['target', 'c1', 'c2'].entries()) {
    const agent = await FakeAgent.enroll(first, name);
    await agent.connect(first.url);
    const nic = {
      name: 'eth1',
      macAddress: '52:54:00:00:00:01',
      speedBitsPerSecond: null,
      mtuBytes: 1500,
      up: true,
      rdmaDevice: 'rxe0',
      numaNode: null,
      addresses: [`10.0.0.${n + 1}/24`],
      pciAddress: null,
    };
    await agent.inventory([], { nics: [nic] });
    agents.push(agent);
  }
});
afterAll(async () => {
  for (const agent of agents) agent.disconnect();
  for (const server of servers) await server.stop();
});

const client = (n: number) => (servers[n % servers.length] as TestServer).adminClient;
const nodeId = (n: number) => agents[n]?.nodeId ?? '';

async function volumes(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (): VolumeDocument => {
    const volume = storedVolume(`v-${randomUUID().slice(0, 8)}`, [{ driveId: randomUUID(), nodeId: nodeId(0) }], randomUUID());
    return {
      ...volume,
      _id: randomUUID(),
      legs: volume.legs.map((leg) => ({ ...leg, id: randomUUID(), nodeName: 'target' })),
      status: { ...volume.status, state: 'available' },
    };
  });
  await servers[0]?.mongo.db.collection<VolumeDocument>('volumes').insertMany(made);
  return made.map(({ _id }) => _id);
}
const stored = (ids: string[]) =>
  (servers[0] as TestServer).mongo.db
    .collection<AttachmentDocument>('attachments')
    .find({ volumeId: { $in: ids } })
    .toArray();

test('attaches a volume to only one of two clients requested at once, and names it (S3)', async () => {
  const [volumeId = ''] = await volumes(1);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      client(n).try(endpoints.createAttachment, { body: { volumeId, nodeId: nodeId(1 + ((n >> 1) % 2)), mode: 'exclusive' } }),
    ),
  );
  const [attachment, ...more] = await stored([volumeId]);
  expect(more).toEqual([]);
  for (const { status, body } of answers)
    if (status === 202) expect((body as { attachment: { id: string } }).attachment.id).toBe(attachment?._id);
    else
      expect(body).toMatchObject({
        status: 409,
        code: 'in-use',
        detail: expect.stringContaining(attachment?.nodeName ?? ''),
      } satisfies Partial<Problem>);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(6);
});

test('decides on a volume only after the previous transaction on that volume (S3)', async () => {
  const [volumeId = '', elsewhere = ''] = await volumes(2);
  await client(0).call(endpoints.createAttachment, { body: { volumeId: elsewhere, nodeId: nodeId(1) } });
  const [template] = await stored([elsewhere]);
  if (!template) throw new Error('nothing was attached');
  const { app } = servers[1] as TestServer;
  const worlds = app.get(WorldStore);
  // The other server's attachment is not exclusive, so no unique index replaces the lock.
  const answer = await app.get(AttachmentsRepository).transaction(async (session) => {
    const volume = await worlds.lock(volumeId, session);
    const attempts = vi.spyOn(WorldStore.prototype, 'lock');
    const answer = client(0).try(endpoints.createAttachment, { body: { volumeId, nodeId: nodeId(2) } });
    await Promise.race([answer, vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(1), { timeout: 20_000 })]);
    attempts.mockRestore();
    const readonly = { ...template, _id: randomUUID(), volumeId, exports: [], spec: { ...template.spec, mode: 'readonly' as const } };
    await worlds.write({ volume, attachments: [] }, { volume, attachments: [readonly] }, session);
    return { answer };
  });
  expect(await answer.answer).toMatchObject({ status: 409, body: { code: 'in-use' } });
  expect((await stored([volumeId])).map(({ spec: { mode } }) => mode)).toEqual(['readonly']);
});

test('gives each of many concurrent attachments on one target its own service id', async () => {
  const ids = await volumes(24);
  const answers = await Promise.all(
    ids.map((volumeId, n) => client(n).try(endpoints.createAttachment, { body: { volumeId, nodeId: nodeId(1 + (n % 2)) } })),
  );
  expect(answers.filter(({ status }) => status !== 202).map(({ body }) => body)).toEqual([]);
  const serviceIds = (await stored(ids)).flatMap(({ exports }) => exports.map(({ serviceId }) => serviceId));
  expect(new Set(serviceIds).size).toBe(24);
});

test('returns the existing attachment for a repeated request, and refuses other options', async () => {
  const [volumeId = ''] = await volumes(1);
  const body = { volumeId, nodeId: nodeId(1), reattach: false };
  const first = await client(0).call(endpoints.createAttachment, { body });
  expect((await client(1).call(endpoints.createAttachment, { body })).attachment.id).toBe(first.attachment.id);
  for (const other of [{ reattach: true }, { mode: 'readonly' as const }, { transport: 'tcp' as const }])
    expect(await client(0).refused(endpoints.createAttachment, { body: { ...body, ...other } })).toMatchObject({ code: 'in-use' });
});

test('refuses to delete a volume that was attached since it was read', async () => {
  const [id = ''] = await volumes(1);
  const seen = await client(0).call(endpoints.getVolume, { params: { id } });
  await client(0).call(endpoints.createAttachment, { body: { volumeId: id, nodeId: nodeId(1) } });
  await servers[0]?.mongo.db.collection<AttachmentDocument>('attachments').deleteMany({ volumeId: id });
  expect(await client(0).refused(endpoints.deleteVolume, { params: { id }, ifMatch: seen.version })).toMatchObject({
    code: 'version-mismatch',
  });
});

test('refuses an attachment to a client in maintenance, with start and requester, unless forced', async () => {
  const [first = '', second = ''] = await volumes(2);
  const node = async () => client(0).call(endpoints.getNode, { params: { id: nodeId(1) } });
  const about = async () => ({ params: { id: nodeId(1) }, ifMatch: (await node()).version });
  const { maintenance } = await client(0).call(endpoints.startMaintenance, { ...(await about()), body: {} });
  const body = { volumeId: first, nodeId: nodeId(1) };
  const problem = await client(0).refused(endpoints.createAttachment, { body });
  expect(problem).toMatchObject({ status: 409, code: 'wrong-state', field: 'nodeId' });
  expect(problem.detail).toContain(`in maintenance since ${maintenance?.since}, until ${maintenance?.until}, asked for by admin`);
  expect(await stored([first])).toEqual([]);

  const forced = await client(0).call(endpoints.createAttachment, { body: { ...body, force: true } });
  expect(forced.attachment).toMatchObject({ state: 'attaching' });
  // A repeated request without force returns the existing attachment: nothing new is created.
  expect((await client(0).call(endpoints.createAttachment, { body })).attachment.id).toBe(forced.attachment.id);
  await client(0).call(endpoints.endMaintenance, await about());
  expect((await client(0).call(endpoints.createAttachment, { body: { ...body, volumeId: second } })).attachment.state).toBe('attaching');
});

test('finds attachments, volumes and nodes by part of a name, and names the clients of a volume', async () => {
  const [id = '', other = ''] = await volumes(2);
  const attached = await client(0).call(endpoints.getVolume, { params: { id } });
  for (const [at, volumeId] of [id, other].entries())
    await client(at).call(endpoints.createAttachment, { body: { volumeId, nodeId: nodeId(at + 1) } });
  const part = attached.name.slice(3).toUpperCase();
  const byVolume = await client(0).call(endpoints.listAttachments, { query: { search: part } });
  expect(byVolume.items.map(({ volume, node }) => [volume.id, node.name])).toEqual([[id, 'c1']]);
  const byClient = await client(1).call(endpoints.listAttachments, { query: { search: 'C2', volumeId: other } });
  expect(byClient.total).toBe(1);
  expect((await client(0).call(endpoints.listAttachments, { query: { search: 'c.' } })).total).toBe(0);
  const { items } = await client(0).call(endpoints.listVolumes, { query: { search: part } });
  expect(items.map(({ clients, attachmentIds }) => [clients, attachmentIds.length])).toEqual([[[{ id: nodeId(1), name: 'c1' }], 1]]);
  expect((await client(0).call(endpoints.getVolume, { params: { id: other } })).clients).toEqual([{ id: nodeId(2), name: 'c2' }]);
  expect((await client(0).call(endpoints.listNodes, { query: { search: 'ARGE' } })).items.map(({ name }) => name)).toEqual(['target']);
});
