import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_NAMESPACE } from '@weft/shared/links/agent-link';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test-support/app.js';
import { Servers } from '../servers/servers.js';
import { authorityFile, publicAuthorityFile } from './authority-file.js';
import type { AuthorityDocument } from './cluster-authority.js';

const SECRETS_KEY = '5'.repeat(64);

beforeEach(() => {
  // For `fetch` of this test alone, which accepts no authority. Agents verify.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function start({ config, ...options }: Partial<TestServerOptions> = {}): Promise<TestServer> {
  const server = await startTestServer({ mongoUri: testDatabase().uri, ...options, config: { insecureHttp: false, ...config } });
  onTestFinished(() => server.stop());
  return server;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'weft-tls-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const authorityOf = ({ dataDir }: TestServer) => readFile(publicAuthorityFile(dataDir), 'utf8');
const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
const storedAuthority = ({ mongo }: TestServer) => mongo.db.collection<AuthorityDocument>('certificateAuthority').findOne({});

/** The certificate that a new connection gets, verified for 127.0.0.1. */
function served({ url }: TestServer, ca: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca, rejectUnauthorized: true }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate) resolve(certificate);
      else reject(new Error('the server sent no certificate'));
    });
    socket.on('error', reject);
  });
}

/** An agent's socket, which verifies the server. @returns the reasons of its ends */
async function agent(server: TestServer, ca: string): Promise<{ socket: Socket; ends: string[] }> {
  const { token } = await server.adminClient.call(endpoints.createEnrollmentToken, { body: {} });
  const body = { token, name: 'n1', hostname: 'n1', agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
  const { nodeId, credential } = await server.anonymous.call(endpoints.enroll, { body });
  const ids = { bootId: randomUUID(), instanceId: randomUUID() };
  const socket = io(`${server.url}${AGENT_NAMESPACE}`, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false, ca, rejectUnauthorized: true },
    auth: { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', ...ids },
  });
  onTestFinished(() => void socket.disconnect());
  const ends: string[] = [];
  socket.on('disconnect', (reason) => ends.push(reason));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, ends };
}

it('makes an authority at the first start, and keeps its key out of the database', async () => {
  const server = await start();
  expect(server.url).toMatch(/^https:/);
  const ca = await authorityOf(server);
  expect(new X509Certificate(ca).ca).toBe(true);
  expect((await served(server, ca)).checkHost('localhost')).toBe('localhost');
  expect((await stat(authorityFile(server.dataDir))).mode & 0o777).toBe(0o600);
  expect(await storedAuthority(server)).toEqual({ _id: 'cluster', certificate: ca, key: null });
  const issued = await server.adminClient.call(endpoints.createEnrollmentToken, { body: {} });
  expect(issued.caFingerprint).toBe(fingerprint(ca));
  const { headers } = await server.anonymous.request('POST', '/api/v1/login', {
    body: { name: 'admin', password: 'horse staple battery' },
  });
  expect(headers.get('set-cookie')).toMatch(/^__Host-weft_session=.*Secure/);
});

it('answers plain HTTP on loopback with a redirect alone', async () => {
  const server = await start();
  const plain = server.url.replace('https:', 'http:');
  const answer = await fetch(`${plain}/volumes?sort=name`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([308, `${server.url}/volumes?sort=name`, '']);
  // The API too: whoever sent a password once in clear should notice.
  expect((await fetch(`${plain}/api/v1/login`, { method: 'POST', body: '{}', redirect: 'manual' })).status).toBe(308);
});

it('renews its certificate before the end, and agents stay connected', { timeout: 60_000 }, async () => {
  const server = await start({ certificateLifetimeMs: 12_000 });
  const ca = await authorityOf(server);
  const first = await served(server, ca);
  const { socket, ends } = await agent(server, ca);
  const next = await vi.waitUntil(
    async () => {
      const certificate = await served(server, ca);
      return certificate.serialNumber === first.serialNumber ? undefined : certificate;
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(Date.now()).toBeLessThan(Date.parse(first.validTo));
  expect(server.app.get(Servers).certificateExpiry?.getTime()).toBeGreaterThan(Date.parse(first.validTo));
  // The connection outlives the certificate that it began with.
  await vi.waitUntil(() => Date.now() > Date.parse(first.validTo) + 1000, { timeout: 30_000 });
  expect([socket.connected, ends]).toEqual([true, []]);
  expect(next.issuer).toBe(new X509Certificate(ca).subject);
});

it('shares the authority among servers with one key for secrets', async () => {
  const config = { secretsKey: SECRETS_KEY };
  const first = await start({ config });
  const ca = await authorityOf(first);
  const stored = await storedAuthority(first);
  expect(stored?.key).not.toBeNull();
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
  const second = await start({
    config: { ...config, dataDir: await folder() },
    database: first.mongo.db.databaseName,
    dataDir: first.dataDir,
  });
  await served(first, ca);
  await served(second, ca);
});

it('refuses a second server that cannot get the key, and says what to do', async () => {
  const first = await start();
  const second = start({ config: { dataDir: await folder() }, database: first.mongo.db.databaseName, dataDir: first.dataDir });
  await expect(second).rejects.toThrow(/Set secretsKeyFile .*authority\.pem/);
});

it('keeps the authority when the database is lost', async () => {
  const dataDir = await folder();
  const first = await start({ dataDir });
  const ca = await authorityOf(first);
  const second = await start({ dataDir });
  expect((await storedAuthority(second))?.certificate).toBe(ca);
  await served(second, ca);
});
