import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { startBeside } from '../../../test-support/two-servers.js';
import type { AuditDocument } from '../documents/audit.document.js';
import type { ChainLink } from './audit-chain.js';
import { verifyAudit } from './audit-verification.service.js';

const SOON = { timeout: 30_000, interval: 200 };

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  other = await startBeside(server, {});
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

const audit = () => server.mongo.collection<AuditDocument>('audit');
const links = () => server.mongo.collection<ChainLink>('auditChain');
const verify = (known: Parameters<typeof verifyAudit>[1] = null, now = new Date()) => verifyAudit(server.mongo, known, now);
const allSealed = () => expect.poll(async () => (await audit().countDocuments()) - (await verify()).entries, SOON).toBeLessThanOrEqual(0);
const token = (of: TestServer) =>
  of.adminClient.call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });

it('seals the entries of all servers, each once, also those of refusals', async () => {
  await token(server);
  await token(other);
  await server.anonymous.try(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
  await allSealed();
  const sealed = (await links().find().toArray()).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(new Set(sealed).size).toBe(sealed.length);
  expect((await verify()).problems).toEqual([]);
});

it('goes on with the same chain when another server seals', async () => {
  const before = await verify();
  const holder = async () => (await server.mongo.db.collection('leases').findOne({ _id: 'audit-chain' as never }))?.['holder'];
  const first = await holder();
  await other.stop();
  other = await startBeside(server, {});
  await token(other);
  await allSealed();
  expect(first).toBeTruthy();
  expect(await verify(before.head)).toMatchObject({ problems: [] });
});

it('names an entry that was changed, one that was removed, and one that was added with an old time', async () => {
  const [one, two] = await audit().find({ action: 'change' }).toArray();
  await audit().updateOne({ _id: one?._id ?? '' }, { $set: { by: 'somebody-else' } });
  await audit().deleteOne({ _id: two?._id ?? '' });
  const added = { ...one, _id: 'added', at: new Date(Date.now() - 3_600_000) } as AuditDocument;
  await audit().insertOne(added);
  const { problems } = await verify();
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ problem: 'entry-changed', id: one?._id }),
      expect.objectContaining({ problem: 'entry-missing', id: two?._id }),
      { problem: 'entry-unsealed', entry: { _id: 'added', at: added.at } },
    ]),
  );
  expect(problems).toHaveLength(3);
  await audit().updateOne({ _id: one?._id ?? '' }, { $set: { by: one?.by ?? '' } });
  await audit().insertOne(two as AuditDocument);
  await audit().deleteOne({ _id: 'added' });
  expect((await verify()).problems).toEqual([]);
});

it('takes a refusal for removed in time, and not before', async () => {
  const refusal = await audit().findOne({ action: 'refusal' });
  await audit().deleteOne({ _id: refusal?._id ?? '' });
  expect((await verify()).problems).toMatchObject([{ problem: 'entry-missing', id: refusal?._id }]);
  expect((await verify(null, new Date(Date.now() + 181 * 86_400_000))).problems).toEqual([]);
  await audit().insertOne(refusal as AuditDocument);
});

it('names changed and removed links; the newest ones only by a head that a server logged', async () => {
  // At least three links: one is left when the first and the last are removed.
  for (const of of [server, other, server]) {
    await token(of);
    await allSealed();
  }
  const { head } = await verify();
  const all = await links().find().sort({ sequence: 1 }).toArray();
  const [first] = all;
  const last = all.at(-1);
  await links().updateOne({ sequence: 1 }, { $set: { at: new Date(0) } });
  expect((await verify()).problems).toEqual([{ problem: 'link-changed', sequence: 1 }]);
  await links().replaceOne({ sequence: 1 }, first as ChainLink);
  await links().deleteOne({ sequence: head.sequence });
  for (const { id } of last?.entries ?? []) await audit().deleteOne({ _id: id });
  expect((await verify()).problems).toEqual([]);
  expect((await verify(head)).problems).toMatchObject([{ problem: 'head-missing', sequence: head.sequence }]);
  expect((await verify({ sequence: 1, hash: 'f'.repeat(64) })).problems).toMatchObject([{ problem: 'head-other', sequence: 1 }]);
  await links().deleteOne({ sequence: 1 });
  expect((await verify()).problems[0]).toEqual({ problem: 'link-missing', sequence: 1 });
});
