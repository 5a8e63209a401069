import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { lvName, vgName } from '@weft/shared/identity';
import type { Orphan } from '@weft/shared/messages/report';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';
import { storedVolume } from '../../../test-support/stored-volume.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';

let server: TestServer;
let agent: FakeAgent;
const volume = { ...storedVolume('orders', []), _id: randomUUID() };
const foreignId = randomUUID();
const lv = (identity: string): Orphan => ({
  ...{ kind: 'logical-volume', name: `${vgName(randomUUID())}/${lvName(randomUUID())}`, detail: '64 bytes', identity },
  ...{ sizeBytes: 64, inUse: false, mayHoldData: true, volumeId: volume._id },
});
const mapping: Orphan = { kind: 'mapping', name: 'weft-x', detail: '4096 bytes', identity: 'WEFT-weft-x', sizeBytes: 4096 };
const list = (query: Parameters<typeof server.adminClient.call<typeof endpoints.listOrphans>>[1] = {}) =>
  server.adminClient.call(endpoints.listOrphans, query);

/** Counts of the orphans on the node wherever they are shown. */
async function countsAre(count: number): Promise<void> {
  const { orphans } = await server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
  expect(orphans.count).toBe(count);
  const { findings } = await server.adminClient.call(endpoints.overview);
  expect(findings.flatMap(({ what }) => (what.endsWith('orphans') ? [what] : []))).toEqual(count > 0 ? [`${count} orphans`] : []);
  const { nodes } = await server.adminClient.call(endpoints.topology);
  expect(nodes.map(({ troubled }) => troubled)).toEqual([count > 0]);
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(volume);
  agent = await FakeAgent.enroll(server, 't1');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1')]);
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

test('lists nothing while the node has no orphans and its drive is blank', async () => {
  await agent.report([], { orphans: [] });
  expect(await list()).toEqual({ items: [], nextCursor: null, total: 0 });
  await countsAre(0);
  expect((await server.adminClient.call(endpoints.overview)).counts.orphans).toEqual({
    total: 0,
    byOnlyCopy: { yes: 0, unknown: 0, no: 0 },
  });
});

test('lists reported orphans and a foreign drive with filters and pages, and counts them in the overview', async () => {
  const first = lv('LVM-1');
  await agent.report([], { orphans: [first] });
  const [before] = (await list()).items;
  await agent.report([], { orphans: [first, mapping] });
  await agent.inventory([driveInventory('S1', { weftDriveId: foreignId })]);
  const { items, total } = await list({ query: { sort: 'kind' } });
  expect(total).toBe(3);
  expect(items).toMatchObject([
    { kind: 'foreign-drive', name: 'S1', mayHoldOnlyCopy: 'unknown', what: { message: expect.stringContaining(foreignId) } },
    {
      kind: 'logical-volume',
      name: first.name,
      volume: { which: 'one', references: [{ id: volume._id, name: 'orders' }] },
      mayHoldOnlyCopy: 'yes',
    },
    { kind: 'mapping', name: 'weft-x', volume: { which: 'unknown', references: [] }, mayHoldOnlyCopy: 'no' },
  ]);
  expect(items[1]).toMatchObject({ id: before?.id, since: before?.since });
  expect((await list({ query: { mayHoldOnlyCopy: 'no' } })).items.map(({ kind }) => kind)).toEqual(['mapping']);
  const page = await list({ query: { sort: 'kind', limit: 2 } });
  const rest = await list({ query: { sort: 'kind', limit: 2, cursor: page.nextCursor ?? '' } });
  expect([...page.items, ...rest.items]).toEqual(items);
  expect((await server.adminClient.call(endpoints.overview)).counts.orphans).toEqual({
    total: 3,
    byOnlyCopy: { yes: 1, unknown: 1, no: 1 },
  });
  await countsAre(3);
});

test('gives a new object of the same name another id and another time', async () => {
  const first = lv('LVM-7');
  await agent.report([], { orphans: [first] });
  const [before] = (await list({ query: { kind: 'logical-volume' } })).items;
  await agent.report([], { orphans: [{ ...first, identity: 'LVM-8' }] });
  const [after] = (await list({ query: { kind: 'logical-volume' } })).items;
  expect(after?.name).toBe(before?.name);
  expect(after?.id).not.toBe(before?.id);
  expect(Date.parse(after?.since ?? '')).toBeGreaterThan(Date.parse(before?.since ?? ''));
});

test('refuses anonymous callers and a cursor of another list', async () => {
  expect(await server.anonymous.refused(endpoints.listOrphans)).toMatchObject({ status: 401 });
  expect(await server.adminClient.refused(endpoints.listOrphans, { query: { cursor: 'x' } })).toMatchObject({ code: 'invalid-cursor' });
});
