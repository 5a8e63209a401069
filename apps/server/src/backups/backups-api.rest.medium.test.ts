/** The routes of backups on a real MongoDB: access, refusals, jobs, downloads, and what users see when backups are late. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { startBeside } from '../../test-support/two-servers.js';
import type { LeaseDocument } from '../core/leases/lease-documents.js';
import { ServerIdentity } from '../core/process/server-identity.js';
import { BackupRequests } from './backup-requests.service.js';
import { BackupStateService } from './backup-state.service.js';
import { BACKUPS_LEASE } from './backups.service.js';

const { uri: mongoUri } = testDatabase();
const password = 'correct horse battery';
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
let server: TestServer;
let folder: string;
let operator: HttpClient;

/** Without schedule, so that only requests write files. */
const backupKeep = { frequent: 0, hourly: 0, daily: 0 };

async function userOf(of: TestServer, name: string, role: 'operator' | 'viewer'): Promise<HttpClient> {
  await of.adminClient.call(endpoints.createUser, { body: { name, role, password } });
  const client = new HttpClient(of.url);
  await client.login(name, password);
  return client;
}

const ended = (id: string): Promise<Job> =>
  until(async () => {
    const job = await server.adminClient.call(endpoints.getJob, { params: { id } });
    expect(job.state).toMatch(/^(done|failed)$/);
    return job;
  });
const list = (query = {}) => server.adminClient.call(endpoints.listBackups, { query });

async function taken(): Promise<string> {
  const { job } = await server.adminClient.call(endpoints.takeBackup);
  expect(await ended(job.id)).toMatchObject({ state: 'done', error: null });
  return job.subject.id;
}
const verified = async (id: string): Promise<Job> =>
  ended((await server.adminClient.call(endpoints.verifyBackup, { params: { id } })).job.id);
const fileOf = async (id: string): Promise<string> => join(folder, (await readdir(folder)).find((name) => name.includes(id)) ?? 'none');
const auditOf = async (subjectId: string) => (await server.adminClient.call(endpoints.listAudit, { query: { subjectId } })).items;

async function download(client: HttpClient, id: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/backups/${id}/file`, { headers: { cookie: client.sessionCookie ?? '' } });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-backups-'));
  const config = { backupDir: folder, backupKey: randomBytes(32).toString('hex') };
  server = await startTestServer({ mongoUri, config, backupKeep });
  operator = await userOf(server, 'olga', 'operator');
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('backups by request', () => {
  it('take a backup by a job, list it, and leave an audit entry', async () => {
    const id = await taken();
    const { items, folder: status } = await list();
    expect(items).toMatchObject([
      { id, kinds: ['manual'], encrypted: true, complete: true, fault: null, writtenBy: hostname(), verification: null },
    ]);
    expect(items[0]?.sizeBytes).toBe((await readFile(await fileOf(id))).length);
    expect(status).toEqual({
      ...{ server: hostname(), path: folder, state: 'current', problem: null },
      ...{ readAt: expect.any(String), unreadableSince: null },
    });
    expect(await auditOf(id)).toMatchObject([
      { by: 'admin', action: 'change', subject: { kind: 'backup' }, request: { route: 'takeBackup' } },
    ]);
  });

  it('refuse a second backup while one is open, although two requests arrive at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.adminClient.try(endpoints.takeBackup)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'wrong-state',
      reason: { code: 'backup-in-progress' },
    });
    const accepted = answers.find(({ status }) => status === 202)?.body as { job: Job };
    expect(await ended(accepted.job.id)).toMatchObject({ state: 'done' });
  });

  it('refuse operators every change and the file, and let them list', async () => {
    const [backup] = (await operator.call(endpoints.listBackups)).items;
    const params = { id: backup?.id ?? '' };
    for (const endpoint of [endpoints.takeBackup, endpoints.verifyBackup, endpoints.downloadBackup])
      expect([endpoint.id, await operator.refused(endpoint, { params })]).toMatchObject([endpoint.id, { code: 'forbidden' }]);
    expect((await download(new HttpClient(server.url), params.id)).status).toBe(401);
  });

  it('page by size and point in time, and filter by rotation', async () => {
    await taken();
    const all = (await list()).items.map(({ id }) => id);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor ?? '' });
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual(all.slice(0, 2));
    expect(first.total).toBe(all.length);
    expect((await list({ kind: 'daily' })).items).toEqual([]);
    expect(await server.adminClient.refused(endpoints.listBackups, { query: { cursor: 'x' } })).toMatchObject({ code: 'invalid-cursor' });
  });
});

describe('a verification', () => {
  it('succeeds for a good file, and the list shows it', async () => {
    const id = await taken();
    expect(await verified(id)).toMatchObject({ state: 'done', steps: [{ code: 'verify-backup', state: 'done' }] });
    expect((await list()).items.find((each) => each.id === id)?.verification).toMatchObject({ state: 'done' });
  });

  it('fails with the reason when one byte of the file has changed', async () => {
    const id = await taken();
    const bytes = await readFile(await fileOf(id));
    const at = bytes.length - 200;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(await fileOf(id), bytes);
    const job = await verified(id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'verification-failed', message: expect.stringContaining('damaged') } });
    expect((await list()).items.find((each) => each.id === id)).toMatchObject({ complete: true, verification: { state: 'failed' } });
  });

  it('names the server whose folder lacks the file', async () => {
    const id = randomUUID();
    const subject = { kind: 'backup' as const, id, name: 'removed.weftbackup' };
    // As if a rotation removed the file after the request.
    const { job } = await server.app.get(BackupRequests).open({ kind: 'backup.verify', subject, requestedBy: 'admin' });
    expect(await ended(job.id)).toMatchObject({
      state: 'failed',
      error: { code: 'backup-file-missing', params: { server: hostname(), file: 'removed.weftbackup' } },
    });
    expect(await server.adminClient.refused(endpoints.verifyBackup, { params: { id } })).toMatchObject({
      code: 'not-found',
      reason: { code: 'backup-not-found', params: { server: hostname() } },
    });
  });
});

describe('the list', () => {
  it('shows a truncated file, a file without a readable header, and no file of another cluster or name', async () => {
    const [cut, broken] = [await taken(), randomUUID()];
    await truncate(await fileOf(cut), (await readFile(await fileOf(cut))).length - 10);
    await writeFile(join(folder, `weft-20260101T000000Z-${broken}.weftbackup`), 'WEFT');
    await writeFile(join(folder, 'notes.txt'), 'x');
    const items = await until(async () => {
      const { items: all } = await list({ limit: 200 });
      expect(all.map(({ id }) => id)).toContain(broken);
      return all;
    });
    expect(items.find(({ id }) => id === cut)).toMatchObject({ complete: false, fault: { code: 'backup-truncated' }, kinds: ['manual'] });
    expect(items.find(({ id }) => id === broken)).toMatchObject({
      complete: false,
      ...{ fault: { code: 'backup-not-a-backup' }, kinds: [], encrypted: null, takenAt: '2026-01-01T00:00:00Z' },
    });
    expect(items.map(({ fileName }) => fileName)).not.toContain('notes.txt');
    for (const id of [cut, broken]) await rm(await fileOf(id));
  });

  it('reports a folder that cannot be read, in overview and metric too, and recovers', async () => {
    await rename(folder, `${folder}.away`);
    await until(async () => expect((await list()).folder).toMatchObject({ state: 'unreadable', problem: { code: 'backups-unreadable' } }));
    expect(await server.adminClient.refused(endpoints.takeBackup)).toMatchObject({ reason: { code: 'backup-folder-unreadable' } });
    const { findings, counts } = await server.adminClient.call(endpoints.overview);
    expect(findings.filter(({ subject }) => subject.kind === 'backup')).toMatchObject([
      { severity: 'warn', what: 'unreadable', since: (await list()).folder.unreadableSince },
    ]);
    expect(counts.backupProblems).toBe(1);
    expect((await server.adminClient.request('GET', '/metrics')).body).toMatch(/^weft_server_backup_late 1$/m);
    await rename(`${folder}.away`, folder);
    await until(async () => expect((await list()).folder).toMatchObject({ state: 'current', unreadableSince: null }));
    expect((await server.adminClient.request('GET', '/metrics')).body).toMatch(/^weft_server_backup_late 0$/m);
    expect((await server.adminClient.call(endpoints.overview)).counts.backupProblems).toBe(0);
  });
});

describe('a folder that does not answer', () => {
  let other: TestServer;
  let otherFolder: string;
  const holder = async () => (await server.mongo.collection<LeaseDocument>('leases').findOne({ _id: BACKUPS_LEASE }))?.holder;

  beforeAll(async () => {
    await until(async () => expect(await holder()).toBe(server.app.get(ServerIdentity).id));
    otherFolder = await mkdtemp(join(tmpdir(), 'weft-backups-'));
    other = await startBeside(server, { backupDir: otherFolder, backupKey: randomBytes(32).toString('hex') });
  });
  afterAll(async () => {
    await other?.stop();
    await rm(otherFolder, { recursive: true, force: true });
  });

  it('is unreadable, delays no request, gives the lease to another server, and recovers', async () => {
    const state = server.app.get(BackupStateService);
    const { answersWithinMs } = state;
    state.answersWithinMs = 3000;
    // To open a FIFO for reading blocks until somebody writes, as a file of a network folder whose server is offline does.
    const fifo = join(folder, `weft-20260101T000000Z-${randomUUID()}.weftbackup`);
    execFileSync('mkfifo', [fifo]);
    const problem = { code: 'backups-not-answering', params: { server: hostname(), folder, limit: 3 } };
    await until(async () => expect((await list()).folder).toMatchObject({ state: 'unreadable', problem }));

    const startedAt = performance.now();
    const { findings } = await server.adminClient.call(endpoints.overview);
    expect(findings.filter(({ subject }) => subject.kind === 'backup')).toMatchObject([{ what: 'unreadable', since: expect.any(String) }]);
    expect(await server.adminClient.refused(endpoints.takeBackup)).toMatchObject({
      reason: { code: 'backup-folder-unreadable', params: { problem: { code: 'backups-not-answering' } } },
    });
    expect((await server.adminClient.request('GET', '/metrics')).body).toMatch(/^weft_server_backup_late 1$/m);
    expect(performance.now() - startedAt).toBeLessThan(3000);

    await until(async () => expect(await holder()).toBe(other.app.get(ServerIdentity).id));
    const { job } = await other.adminClient.call(endpoints.takeBackup);
    expect(await ended(job.id)).toMatchObject({ state: 'done', error: null });
    expect(await readdir(otherFolder)).toEqual([expect.stringContaining(job.subject.id)]);

    await writeFile(fifo, 'x');
    await rm(fifo);
    await until(async () => expect((await list()).folder.state).toBe('current'));
    state.answersWithinMs = answersWithinMs;
  }, 120_000);
});

describe('a download', () => {
  it('is the bytes of the file, and leaves an audit entry', async () => {
    const id = await taken();
    const answer = await download(server.adminClient, id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="weft-.*\.weftbackup"$/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(await fileOf(id)))).toBe(true);
    const entries = (await auditOf(id)).filter(({ action }) => action === 'backup.download');
    expect(entries).toMatchObject([{ by: 'admin', subject: { kind: 'backup', id }, statements: [{ statement: 'backup-downloaded' }] }]);
  });

  it('accepts only ids of listed files', async () => {
    await writeFile(join(folder, 'secret'), 'secret');
    for (const id of ['..%2Fsecret', '%2e%2e', '..%2F..%2Fetc%2Fpasswd', 'secret']) {
      const answer = await download(server.adminClient, id);
      expect([id, answer.status]).not.toEqual([id, 200]);
      expect(await answer.text()).not.toContain('"secret"');
    }
    expect((await download(server.adminClient, randomUUID())).status).toBe(404);
  });
});

describe('a server without a folder', () => {
  it('reports "off" in the list, and refuses changes with a code', async () => {
    const bare = await startTestServer({ mongoUri });
    try {
      const answer = await bare.adminClient.call(endpoints.listBackups);
      expect(answer).toMatchObject({ items: [], total: 0, folder: { path: null, state: 'off', problem: null } });
      const params = { id: randomUUID() };
      for (const endpoint of [endpoints.takeBackup, endpoints.verifyBackup, endpoints.downloadBackup])
        expect(await bare.adminClient.refused(endpoint, { params })).toMatchObject({
          code: 'not-possible',
          reason: { code: 'backup-not-configured', params: { server: hostname() } },
        });
      expect((await bare.adminClient.call(endpoints.overview)).counts.backupProblems).toBe(0);
      expect((await bare.adminClient.request('GET', '/metrics')).body).not.toMatch(/^weft_server_backup_late /m);
    } finally {
      await bare.stop();
    }
  });
});
