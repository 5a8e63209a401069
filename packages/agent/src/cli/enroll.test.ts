import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrollSchema } from '@weft/shared/kinds/access/enrollment-token';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.js';
import { id } from '../testing/example-cluster.js';
import { parseArguments } from './arguments.js';
import { enroll } from './enroll.js';

const issued = {
  nodeId: id('node', 1),
  name: 't1',
  clusterId: id('cluster', 1),
  credential: 'c'.repeat(43),
  hostId: id('node', 1),
  hostNqn: 'nqn',
  servers: ['https://weft.example:4000'],
};
let dir: string;
let url: string;
let answer: { status: number; body: unknown };
let asked: unknown;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    asked = { path: request.url, body: JSON.parse(text) };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
});

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-enroll-'));
  answer = { status: 201, body: issued };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(dir, { recursive: true });
});

const run = (...more: string[]) =>
  enroll(parseArguments(['enroll', '--server', url, '--token', 'tok', '--name', 't1', '--config', join(dir, 'agent.json'), ...more]));

test('stores the credential with mode 0600, and the given server addresses first', async () => {
  await run('--server', `http://127.0.0.1:1,${url}`);
  const path = join(dir, 'agent.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readConfig(path)).toMatchObject({
    nodeId: issued.nodeId,
    credential: issued.credential,
    servers: ['http://127.0.0.1:1', url, 'https://weft.example:4000'],
  });
  expect(asked).toMatchObject({ path: '/api/v1/enroll', body: { token: 'tok', name: 't1' } });
  expect(enrollSchema.safeParse((asked as { body: unknown }).body).success).toBe(true);
});

test('reports the server’s refusal and writes no configuration', async () => {
  answer = { status: 401, body: { detail: 'this token was used by node t2' } };
  await expect(run()).rejects.toThrow('this token was used by node t2 (status 401)');
  await expect(readFile(join(dir, 'agent.json'))).rejects.toThrow('ENOENT');
});

test('refuses to enroll an enrolled node before it spends the token', async () => {
  await writeFile(join(dir, 'agent.json'), '{}');
  asked = undefined;
  await expect(run()).rejects.toThrow('already enrolled');
  expect(asked).toBeUndefined();
});

/** Ports without a listener. */
const CLOSED = [1, 2, 3].map((port) => `http://127.0.0.1:${port}`);

test('tries every address, and names each with its reason when no server can be reached', async () => {
  const message = await run('--server', CLOSED.join(',')).catch((error: Error) => error.message);
  const [headline, ...reasons] = message.split('\n');
  expect(headline).toBe('no server could be reached:');
  expect(reasons).toEqual(CLOSED.map((address) => expect.stringMatching(new RegExp(`^ {2}${address}: .*ECONNREFUSED`))));
  asked = undefined;
  await run('--server', [...CLOSED, url].join(','));
  expect(asked).toMatchObject({ path: '/api/v1/enroll', body: { token: 'tok' } });
});

test('refuses remote plain HTTP before it spends the token, except with --insecure-http', async () => {
  // On Linux 0.0.0.0 connects to this machine, and it is no loopback address.
  const remote = url.replace('127.0.0.1', '0.0.0.0');
  answer = { status: 201, body: { ...issued, servers: ['http://weft.example:4000', 'https://weft.example:4000'] } };
  asked = undefined;
  await expect(run('--server', remote)).rejects.toThrow('plain HTTP');
  await expect(run('--server', `${url},${remote}`)).rejects.toThrow('plain HTTP');
  expect(asked).toBeUndefined();
  await run();
  const plain = await readConfig(join(dir, 'agent.json'));
  expect(plain).toMatchObject({ servers: [url, 'https://weft.example:4000'] });
  expect(plain).not.toHaveProperty('insecureHttp');
  await rm(join(dir, 'agent.json'));
  await run('--server', remote, '--insecure-http');
  expect(await readConfig(join(dir, 'agent.json'))).toMatchObject({
    servers: [remote, 'http://weft.example:4000', 'https://weft.example:4000'],
    insecureHttp: true,
  });
});

test('renews only the credential of a node, and refuses that of another node', async () => {
  await run();
  const path = join(dir, 'agent.json');
  const before = { ...(await readConfig(path)), nics: ['eth0'], logLevel: 'debug', metricsListen: '', insecureHttp: true } as const;
  await writeFile(path, JSON.stringify(before));
  answer = { status: 201, body: { ...issued, credential: 'd'.repeat(43) } };
  const renew = ['enroll', '--renew', '--token', 'second', '--config', path];
  expect(await enroll(parseArguments(renew))).toContain('systemctl restart weft-agent');
  expect(asked).toMatchObject({ body: { token: 'second', name: 't1', nodeId: issued.nodeId } });
  expect(await readConfig(path)).toEqual({ ...before, credential: 'd'.repeat(43) });
  answer = { status: 201, body: { ...issued, nodeId: id('node', 2) } };
  await expect(enroll(parseArguments(renew))).rejects.toThrow('a different node');
  expect(await readConfig(path)).toEqual({ ...before, credential: 'd'.repeat(43) });
});
