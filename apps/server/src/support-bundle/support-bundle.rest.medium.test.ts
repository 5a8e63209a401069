/** The support bundle of a real server and MongoDB: its content, its gaps, and that it has none of the secrets of the run. */
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { Gauge } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer, testConfig } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { startBeside } from '../../test-support/two-servers.js';
import { unpack } from '../../test-support/unpack.js';
import { execute } from '../cli/commands.js';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Metrics } from '../core/metrics/metrics.js';
import { Servers } from '../core/servers/servers.js';
import type { Missing, Written } from './write-sections.js';

const { uri: mongoUri } = testDatabase();
const planted = (): string => `planted-${randomBytes(16).toString('hex')}`;
const uriPassword = planted();
const scrapeToken = planted();
const userPassword = planted();
const typedAsName = `pw-${randomBytes(8).toString('hex')}`;
const backupKey = randomBytes(32).toString('hex');
const oldSetting = planted();

let server: TestServer;
let online: FakeAgent;
let offline: FakeAgent;
let older: FakeAgent;
let elsewhere: FakeAgent;
let other: TestServer;
let secrets: string[];

/** Secrets of the run, and their hashes in the database. */
async function secretsOfRun(tokens: string[]): Promise<string[]> {
  const { mongo, app, adminClient } = server;
  const texts: string[] = [];
  for (const name of ['users', 'sessions', 'enrollmentTokens', 'servers']) {
    for (const document of await mongo.db.collection(name).find().toArray())
      for (const [field, value] of Object.entries(document))
        if (typeof value === 'string' && (/hash|secret|appName/i.test(field) || (name === 'sessions' && field === '_id')))
          texts.push(value);
  }
  const hashes = (await mongo.db.collection('nodes').find().toArray()).map((node) => node['credentialHash'] as string);
  const cookie = adminClient.sessionCookie?.split('=')[1] ?? '';
  const own = [
    ADMIN_PASSWORD,
    userPassword,
    uriPassword,
    scrapeToken,
    backupKey,
    oldSetting,
    typedAsName,
    app.get(Servers).peerSecret,
    cookie,
  ];
  return [...own, ...tokens, online.identity.credential, offline.identity.credential, ...texts, ...hashes];
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri, config: { scrapeToken, backupKey } });
  const { adminClient, app, url } = server;
  const withPassword = `mongodb://weft:${uriPassword}@127.0.0.1/?replicaSet=weft`;
  Object.assign(app.get<Config>(CONFIG), { mongodbUri: withPassword, peerUrl: `https://weft:${uriPassword}@weft.example` });
  await adminClient.call(endpoints.createUser, { body: { name: 'olga', role: 'operator', password: userPassword } });
  await new HttpClient(url).request('POST', '/api/v1/login', { body: { name: typedAsName, password: 'wrong wrong wrong' } });
  const unused = await adminClient.call(endpoints.createEnrollmentToken, {
    body: { description: 'unused', labels: {}, expiresInSeconds: 600 },
  });
  online = await FakeAgent.enroll(server, 'online');
  online.journal = {
    lines: ['2026-11-27T12:00:00+0000 online weft-agent: started', '2026-11-27T12:00:01+0000 online weft-agent: connected'],
  };
  // As of an earlier version: it does not answer.
  older = await FakeAgent.enroll(server, 'older');
  await older.connect(server.url);
  elsewhere = await FakeAgent.enroll(server, 'elsewhere');
  other = await startBeside(server);
  elsewhere.journal = { lines: ['as its own server got it'] };
  await elsewhere.connect(other.url);
  offline = await FakeAgent.enroll(server, 'offline');
  await online.connect(url);
  // As an earlier version stored them.
  await server.mongo.collection('settings').updateOne({ _id: 'cluster' } as object, {
    $set: { 'spec.smtp': { password: oldSetting }, 'spec.agentServers': [`https://weft:${oldSetting}@weft.example:4000`] },
  });
  secrets = await secretsOfRun([unused.token]);
});
afterAll(async () => {
  for (const agent of [online, older, elsewhere]) agent?.disconnect();
  await other?.stop();
  await server?.stop();
});

async function download(client: HttpClient): Promise<Response> {
  return fetch(`${server.url}/api/v1/support-bundle`, { headers: { cookie: client.sessionCookie ?? '' } });
}

interface Bundle {
  manifest: Written & { by: string; versions: { weft: string } };
  files: Map<string, string>;
  gaps(section: string): Missing[];
}
async function read(archive: Uint8Array): Promise<Bundle> {
  const files = new Map([...(await unpack(archive))].map(([path, text]) => [path.split('/').slice(1).join('/'), text]));
  const manifest = JSON.parse(files.get('manifest.json') ?? 'null') as Bundle['manifest'];
  return { manifest, files, gaps: (section) => manifest.missing.filter((each) => each.section === section) };
}
async function bundle(): Promise<Bundle> {
  const answer = await download(server.adminClient);
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/weft-support-\w+\.tar\.gz/)]);
  return read(new Uint8Array(await answer.arrayBuffer()));
}

const expectNoSecret = ({ files }: Bundle) => {
  expect(secrets.length).toBeGreaterThan(15);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect([...files].filter(([path, text]) => path.includes(secret) || text.includes(secret)).map(([path]) => [path, secret])).toEqual([]);
  }
};

it('has every section, the journals of its agents, none of the secrets of the run, and names each node whose journal is missing', async () => {
  await expect.poll(() => server.mongo.db.collection('events').countDocuments(), { timeout: 20_000 }).toBeGreaterThan(0);
  const made = await bundle();
  const { manifest, files, gaps } = made;
  expectNoSecret(made);
  expect(manifest).toMatchObject({ by: 'admin', versions: { weft: expect.any(String) } });
  for (const { files: named, bytes } of manifest.sections)
    expect(named.reduce((sum, file) => sum + Buffer.byteLength(files.get(file) ?? ''), 0)).toBe(bytes);
  const filled = manifest.sections.filter(({ records }) => records > 0).map(({ name }) => name);
  const expected = ['configuration', 'metrics', 'findings', 'mongodb-replica-set', 'mongodb-server', 'mongodb-collections'];
  expect(filled).toEqual(expect.arrayContaining([...expected, 'servers', 'settings', 'nodes', 'audit', 'events']));
  expect(gaps('journals')).toMatchObject([
    { code: 'bundle-node-offline', params: { node: { name: 'offline' } } },
    { code: 'bundle-journal-not-sent', params: { node: { name: 'older' }, error: 'its agent did not answer within 5 s' } },
  ]);
  const [atOther, journal] = (files.get('journals-0001.ndjson') ?? '').split('\n').map((text) => text && JSON.parse(text));
  expect(atOther).toMatchObject({ node: 'elsewhere', lines: ['as its own server got it'] });
  expect(journal).toMatchObject({ node: 'online', lines: [expect.stringContaining('started'), expect.stringContaining('connected')] });
  expect(gaps('server-log')).toMatchObject([{ code: 'bundle-log-not-kept' }]);
  expect(manifest.missing).toHaveLength(3);
  const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'support-bundle.download' } });
  expect(items).toMatchObject([{ by: 'admin', statements: [{ statement: 'support-bundle-downloaded' }] }]);
});

it('names a section that fails, and has the others', async () => {
  const { registry } = server.app.get(Metrics);
  const collect = () => Promise.reject(new Error(uriPassword));
  registry.registerMetric(new Gauge({ name: 'weft_test_broken', help: 'Broken.', registers: [], collect }));
  const broken = await bundle();
  registry.removeSingleMetric('weft_test_broken');
  expectNoSecret(broken);
  expect(broken.gaps('metrics')).toMatchObject([{ code: 'bundle-section-failed', params: { error: 'Error' } }]);
  expect(broken.files.get('nodes-0001.ndjson')).toContain('"online"');
});

it('has drives after an inventory, and pages through them', async () => {
  const drives = Array.from({ length: 150 }, (_, index) => driveInventory(`S${index}`));
  await online.inventory(drives);
  await vi.waitFor(async () => expect(await server.mongo.db.collection('drives').countDocuments()).toBe(150), 20_000);
  const { manifest } = await bundle();
  expect(manifest.sections.find(({ name }) => name === 'drives')?.records).toBe(150);
});

it('is sent one at a time', async () => {
  const { registry } = server.app.get(Metrics);
  let release: () => void = () => undefined;
  const collect = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  registry.registerMetric(new Gauge({ name: 'weft_test_hanging', help: 'Hangs.', registers: [], collect }));
  const first = await download(server.adminClient);
  const second = await download(server.adminClient);
  registry.removeSingleMetric('weft_test_hanging');
  expect([first.status, second.status]).toEqual([200, 503]);
  expect(await second.json()).toMatchObject({ reason: { code: 'support-bundle-sending' } });
  release();
  expect((await read(new Uint8Array(await first.arrayBuffer()))).gaps('metrics')).toEqual([]);
  expect((await bundle()).gaps('metrics')).toEqual([]);
});

it('is refused to operators', async () => {
  const olga = new HttpClient(server.url);
  await olga.login('olga', userPassword);
  expect((await download(olga)).status).toBe(403);
  expect((await download(server.anonymous)).status).toBe(401);
});

it('is written by weft-server support-bundle without a server, never over a file', async () => {
  const file = join(server.dataDir, 'bundle.tar.gz');
  const config = testConfig(mongoUri, { mongodbDatabase: server.mongo.db.databaseName, scrapeToken, backupKey });
  const args = { command: 'support-bundle', config: undefined, insecureHttp: false, name: 'admin', passwordFile: undefined, file } as const;
  const lines: string[] = [];
  expect(await execute(args, config, (line) => lines.push(line))).toBe(0);
  expect([lines, (await stat(file)).mode & 0o777]).toEqual([[expect.stringContaining(file)], 0o600]);
  const made = await read(await readFile(file));
  expectNoSecret(made);
  expect(made.gaps('metrics')).toMatchObject([{ code: 'bundle-server-needed' }]);
  expect(made.files.get('nodes-0001.ndjson')).toContain('"offline"');
  await expect(execute(args, config, () => undefined)).rejects.toThrow('EEXIST');
});
