/** A server as its first start makes it, and the enrollment by the built agent. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../apps/server/src/core/tls/make-certificates.js';
import { type AgentConfig, readConfig } from '../../packages/agent/src/config/config.js';
import { connectOnce } from '../../packages/agent/src/link/connection.js';
import { agentCommand } from '../support/agent-command.js';
import type { ApiClient } from '../support/api-client.js';
import { ServerProcess } from '../support/server-process.js';

let directory: string;
let server: ServerProcess;
let api: ApiClient;

beforeAll(async () => {
  // For `fetch` of this test alone, which accepts no authority. Agents verify.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  directory = await mkdtemp(join(tmpdir(), 'weft-tls-'));
  const { uri, name } = testDatabase();
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: uri,
    database: name,
    environment: { WEFT_INSECURE_HTTP: 'false' },
  });
  api = await server.administrator();
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const issue = () => api.call(endpoints.createEnrollmentToken, { body: {} });
const enroll = (name: string, ...words: string[]) =>
  agentCommand('enroll', '--config', join(directory, `${name}.json`), '--name', name, '--server', server.url, ...words);

/** How the agent's next connection ends, with the handshake of an unknown node: `refused` by the server, or `unreachable`. */
function connection({ servers, ...config }: AgentConfig) {
  const handshake = { nodeId: config.nodeId, credential: 'x'.repeat(43), protocol: 1, agentVersion: '0.1.0', bootId: config.nodeId };
  return connectOnce({
    ...{ server: servers[0] ?? '', ca: config.ca, signal: new AbortController().signal, leavesSilent: false },
    handshake: { ...handshake, instanceId: config.nodeId, held: null } as never,
    onSocket: () => undefined,
    onConnect: () => undefined,
  });
}

test('enrolls with the fingerprint, and the agent then verifies each connection', { timeout: 120_000 }, async () => {
  const { token, caFingerprint } = await issue();
  expect(await enroll('n1', '--token', token, '--ca-fingerprint', caFingerprint ?? '')).toMatchObject({ code: 0 });
  const config = await readConfig(join(directory, 'n1.json'));
  expect(config.ca).toBe(await readFile(join(directory, 'server', 'ca.pem'), 'utf8'));

  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '1');
  onTestFinished(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
  expect(await connection(config)).toMatchObject({ end: 'refused' });
  const { certificate: ca } = await makeAuthority();
  expect(await connection({ ...config, ca })).toMatchObject({ end: 'unreachable' });
});

test('refuses a server of another authority without sending the token', { timeout: 120_000 }, async () => {
  const { token, caFingerprint } = await issue();
  const refused = await enroll('n2', '--token', token, '--ca-fingerprint', '0'.repeat(64));
  expect(refused.output).toContain('another certificate authority');
  expect(refused.output).toContain('copy a new enrollment command from the console');
  expect(refused.code).not.toBe(0);
  // The token was not used.
  expect(await enroll('n2', '--token', token, '--ca-fingerprint', caFingerprint ?? '')).toMatchObject({ code: 0 });
});

test('refuses a server that sends the authority but has no certificate of it', { timeout: 120_000 }, async () => {
  const { token, caFingerprint } = await issue();
  const certificate = await readFile(join(directory, 'server', 'ca.pem'), 'utf8');
  const { key } = await makeAuthority();
  const forged = await makeServerCertificate({ certificate, key }, ['127.0.0.1'], new Date(Date.now() + 60_000));
  const bodies: string[] = [];
  const other = createServer({ cert: forged.certificate, key: forged.key }, (request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const url = `https://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const refused = await enroll('n3', '--server', url, '--token', token, '--ca-fingerprint', caFingerprint ?? '');
  expect(refused.code).not.toBe(0);
  expect(bodies).toEqual([]);
});

test('says what to do when the authority is not known, and refuses a fingerprint for plain HTTP', { timeout: 120_000 }, async () => {
  const { token, caFingerprint } = await issue();
  expect((await enroll('n4', '--token', token)).output).toContain('give --ca-fingerprint');
  const plain = await enroll('n4', '--server', 'http://127.0.0.1:1', '--token', token, '--ca-fingerprint', caFingerprint ?? '');
  expect(plain.output).toContain('is plain HTTP');
});
