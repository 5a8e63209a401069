import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { lvName, vgName } from '@weft/shared/identity';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import type { Orphan } from '@weft/shared/messages/report';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { OrphanIgnoresPruning } from './orphan-ignores-pruning.js';

let server: TestServer;
let agent: FakeAgent;
let olga: HttpClient;
let vera: HttpClient;
const volume = { ...storedVolume('orders', [], randomUUID()), _id: randomUUID() };
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
  expect(findings.flatMap(({ what }) => (/orphans?$/.test(what) ? [what] : []))).toEqual(
    count > 0 ? [`${count} ${count === 1 ? 'orphan' : 'orphans'}`] : [],
  );
  const { nodes } = await server.adminClient.call(endpoints.topology);
  expect(nodes.map(({ troubled }) => troubled)).toEqual([count > 0]);
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(volume);
  const user = async (name: string, role: 'operator' | 'viewer') => {
    const password = 'correct horse battery';
    await server.adminClient.call(endpoints.createUser, { body: { name, role, password } });
    const client = new HttpClient(server.url);
    await client.login(name, password);
    return client;
  };
  [olga, vera] = [await user('olga', 'operator'), await user('vera', 'viewer')];
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
    ignored: 0,
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
    ignored: 0,
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

describe('an ignored orphan', () => {
  const reason = 'spare device of the lab';
  const reported = async (orphan: Orphan): Promise<ListedOrphan> => {
    await agent.report([], { orphans: [orphan] });
    const [found] = (await list({ query: { kind: orphan.kind, ignored: 'any' } })).items;
    return found ?? expect.fail('not listed');
  };
  const at = ({ id }: Pick<ListedOrphan, 'id'>) => ({ params: { id } });
  const ignore = (orphan: ListedOrphan, text = reason) => olga.call(endpoints.ignoreOrphan, { ...at(orphan), body: { reason: text } });
  const end = (orphan: ListedOrphan) => olga.call(endpoints.endOrphanIgnore, { ...at(orphan), ifMatch: orphan.ignored?.version ?? 0 });

  beforeAll(async () => {
    await agent.inventory([driveInventory('S1')]);
  });

  it('leaves list and counts, and is listed on request with its reason, user and time', async () => {
    const orphan = await reported(mapping);
    await countsAre(1);
    const ignored = await ignore(orphan, `  ${reason} `);
    expect(ignored).toEqual({ ...orphan, ignored: { version: 1, reason, by: 'olga', at: expect.any(String) } });
    expect((await list()).items).toEqual([]);
    for (const filter of ['true', 'any'] as const) expect((await list({ query: { ignored: filter } })).items).toEqual([ignored]);
    await countsAre(0);
    expect((await server.adminClient.call(endpoints.overview)).counts.orphans).toMatchObject({ total: 0, ignored: 1 });
    const { orphans } = await server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
    expect(orphans).toEqual({ count: 0, ignored: 1, since: null });
    await end(ignored);
    await countsAre(1);
  });

  it('stays ignored under its identity only', async () => {
    const ignored = await ignore(await reported(mapping));
    await agent.report([], { orphans: [] });
    expect(await reported({ ...mapping, detail: 'open' })).toMatchObject({ ignored: { reason } });
    expect(await reported({ ...mapping, identity: 'WEFT-other' })).toMatchObject({ name: mapping.name, ignored: null });
    await end(ignored);
  });

  it('is not ignored twice, and ends only with the current version', async () => {
    const orphan = await reported(mapping);
    const ignored = await ignore(orphan);
    const again = { ...at(orphan), body: { reason: 'again' } };
    expect(await server.adminClient.refused(endpoints.ignoreOrphan, again)).toMatchObject({
      ...{ code: 'wrong-state', reason: { code: 'orphan-already-ignored', params: { user: 'olga' } } },
    });
    expect(await olga.refused(endpoints.endOrphanIgnore, at(orphan))).toMatchObject({ code: 'precondition-required' });
    expect(await olga.refused(endpoints.endOrphanIgnore, { ...at(orphan), ifMatch: 2 })).toMatchObject({ code: 'version-mismatch' });
    await end(ignored);
    expect(await olga.refused(endpoints.endOrphanIgnore, { ...at(orphan), ifMatch: 1 })).toMatchObject({
      ...{ code: 'not-found', reason: { code: 'orphan-not-ignored' } },
    });
  });

  it('is ignored once by two requests with one Idempotency-Key', async () => {
    const request = { ...at(await reported(mapping)), body: { reason }, headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = await Promise.all([olga.call(endpoints.ignoreOrphan, request), olga.call(endpoints.ignoreOrphan, request)]);
    expect(second).toEqual(first);
    await end(first);
  });

  it('cannot be one whose agent reports no identity, because another object could take its name', async () => {
    const { identity: _, ...unidentified } = mapping;
    const orphan = await reported(unidentified);
    expect(orphan.identified).toBe(false);
    expect(await olga.refused(endpoints.ignoreOrphan, { ...at(orphan), body: { reason } })).toMatchObject({
      ...{ code: 'not-possible', reason: { code: 'orphan-not-identified' } },
    });
  });

  it.each([
    ['empty', ' '],
    ['too long', 'a'.repeat(501)],
    ['with control characters', 'a\u0007'],
  ])('refuses a reason that is %s', async (__, text) => {
    const request = { ...at(await reported(mapping)), body: { reason: text } };
    expect(await olga.refused(endpoints.ignoreOrphan, request)).toMatchObject({ code: 'invalid-field', field: 'reason' });
  });

  it('needs the operator role and an orphan that is listed', async () => {
    const orphan = await reported(mapping);
    for (const [endpoint, more] of [
      [endpoints.ignoreOrphan, { body: { reason } }],
      [endpoints.endOrphanIgnore, { ifMatch: 1 }],
    ] as const)
      expect(await vera.refused(endpoint, { ...at(orphan), ...more })).toMatchObject({ code: 'forbidden' });
    expect(await olga.refused(endpoints.ignoreOrphan, { ...at({ id: randomUUID() }), body: { reason } })).toMatchObject({
      ...{ code: 'not-found', reason: { code: 'orphan-not-found' } },
    });
  });

  it('is in the audit with its name, when it is ignored and when that ends', async () => {
    const orphan = await reported(mapping);
    await end(await ignore(orphan));
    const { items } = await server.adminClient.call(endpoints.listAudit, { query: { subjectId: orphan.id, sort: '-at', limit: 2 } });
    expect(items.map(({ by, subject, request }) => [by, subject, request?.route])).toEqual([
      ['olga', { kind: 'orphan', id: orphan.id, name: mapping.name }, 'endOrphanIgnore'],
      ['olga', { kind: 'orphan', id: orphan.id, name: mapping.name }, 'ignoreOrphan'],
    ]);
  });

  it('is forgotten after an absence of 24 h with its node online, and not while the node is offline', async () => {
    const pruning = server.app.get(OrphanIgnoresPruning, { strict: false });
    const looked = (hours: number) =>
      pruning.prune({ transaction: server.mongo.transaction.bind(server.mongo) }, new Date(Date.now() + hours * 3_600_000));
    const isIgnored = async () => (await server.mongo.collection('orphanIgnores').countDocuments()) === 1;
    const connection = async () => (await server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } })).connection.state;
    const orphan = await reported(mapping);
    await ignore(orphan);
    expect([await looked(0), await looked(100), await isIgnored()]).toEqual([0, 0, true]);
    await agent.report([], { orphans: [] });
    expect([await looked(0), await looked(23), await isIgnored()]).toEqual([0, 0, true]);
    agent.disconnect();
    await expect.poll(connection).toBe('lost');
    expect([await looked(50), await isIgnored()]).toEqual([0, true]);
    await agent.connect(server.url);
    await expect.poll(connection).toBe('online');
    expect([await looked(51), await looked(74), await isIgnored()]).toEqual([0, 0, true]);
    expect([await looked(75), await isIgnored()]).toEqual([1, false]);
  });
});

test('refuses anonymous callers and a cursor of another list', async () => {
  expect(await server.anonymous.refused(endpoints.listOrphans)).toMatchObject({ status: 401 });
  expect(await server.adminClient.refused(endpoints.listOrphans, { query: { cursor: 'x' } })).toMatchObject({ code: 'invalid-cursor' });
});
