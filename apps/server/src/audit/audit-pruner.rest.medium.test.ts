import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import type { Lease } from '../core/leases/leases.js';
import { AuditPruner } from './audit-pruner.service.js';
import type { ChainLink } from './chain/audit-chain.js';
import { AuditLinks } from './chain/audit-links.service.js';
import { verifyAudit } from './chain/audit-verification.service.js';
import type { AuditDocument } from './documents/audit.document.js';

const SOON = { timeout: 30_000, interval: 200 };
const LATER = new Date(Date.now() + 3 * 86_400_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

const audit = () => server.mongo.collection<AuditDocument>('audit');
const links = () => server.mongo.collection<ChainLink>('auditChain');
const verify = (known: Parameters<typeof verifyAudit>[1] = null) => verifyAudit(server.mongo, known, new Date());
const firstLink = async () => (await links().find().sort({ sequence: 1 }).limit(1).next()) as ChainLink;
const transaction: Lease['transaction'] = (work) => server.mongo.transaction(work);
const prune = () => server.app.get(AuditPruner).prune({ transaction, signal: new AbortController().signal }, LATER);
/** Waits until every entry is sealed, and the newest link holds one of this call. */
async function newLink(): Promise<void> {
  await server.adminClient.call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
  await expect.poll(async () => (await audit().countDocuments()) - (await verify()).entries, SOON).toBeLessThanOrEqual(0);
}

it('keeps everything unless auditKeptDays is set', async () => {
  for (let link = 0; link < 3; link++) await newLink();
  const before = await links().countDocuments();
  await prune();
  expect(await links().countDocuments()).toBe(before);
});

it('removes old links with their entries, and states where the rest of the chain begins', async () => {
  const { head: old } = await verify();
  const { version } = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, { ifMatch: version, body: { auditKeptDays: 1 } });
  await newLink();
  const { head } = await verify();
  await prune();
  expect((await firstLink()).sequence).toBe(head.sequence);
  const statement = await audit().findOne({ action: 'audit.prune' });
  expect(statement).toMatchObject({ by: 'auditKeptDays', statements: [{ params: { sequence: head.sequence - 1, days: 1 } }] });
  expect((await verify()).problems).toEqual([]);
  expect((await verify(head)).problems).toEqual([]);
  expect((await verify({ ...old, sequence: 1 })).problems).toEqual([{ problem: 'head-pruned', sequence: 1, first: head.sequence }]);
  const { previous } = await firstLink();
  expect((await verify({ sequence: head.sequence - 1, hash: previous })).problems).toEqual([]);
  expect((await verify({ sequence: head.sequence - 1, hash: 'f'.repeat(64) })).problems).toMatchObject([{ problem: 'head-other' }]);
});

it('is no excuse for links that are missing besides', async () => {
  await newLink();
  const link = await firstLink();
  const sealed = await audit()
    .find({ _id: { $in: link.entries.map(({ id }) => id) } })
    .toArray();
  await links().deleteOne({ sequence: link.sequence });
  await audit().deleteMany({ _id: { $in: sealed.map(({ _id }) => _id) } });
  expect((await verify()).problems[0]).toEqual({ problem: 'link-missing', sequence: 1 });
  await links().insertOne(link);
  await audit().insertMany(sealed);
  expect((await verify()).problems).toEqual([]);
});

it('leaves what a channel for the audit has not got', async () => {
  const { sequence: before } = await firstLink();
  const channels = server.mongo.db.collection<{ _id: string }>('channels');
  const auditSent = { sequence: before - 1, entries: 0 };
  const behind = { _id: 'behind', carries: 'audit', enabled: true, auditSent, failure: { nextAttemptAt: LATER } };
  await channels.insertOne(behind, { bypassDocumentValidation: true });
  await newLink();
  await prune();
  expect((await firstLink()).sequence).toBe(before);
  await channels.deleteOne({ _id: 'behind' });
  await prune();
  expect((await firstLink()).sequence).toBeGreaterThan(before);
});

it('gives a receiver every entry of the next link, wherever it stood in one that was removed', async () => {
  const links = server.app.get(AuditLinks);
  const { sequence, entries } = await firstLink();
  expect(sequence).toBeGreaterThan(2);
  const next = await links.next({ sequence: sequence - 3, entries: 5 }, 100);
  expect(next).toMatchObject({ link: { sequence }, end: { sequence, entries: 0 } });
  expect(next?.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
});

it('gives a long link in parts', async () => {
  for (let entry = 0; entry < 5; entry++)
    await server.adminClient.call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
  await newLink();
  const all = await links().find().toArray();
  const long = all.find(({ entries }) => entries.length > 2) as ChainLink;
  const seen: string[] = [];
  let at = { sequence: long.sequence - 1, entries: 0 };
  while (at.sequence < long.sequence) {
    const next = await server.app.get(AuditLinks).next(at, 2);
    seen.push(...(next?.entries ?? []).map(({ id }) => id));
    at = next?.end ?? { sequence: long.sequence, entries: 0 };
  }
  expect(seen).toEqual(long.entries.map(({ id }) => id));
});
