import { connect } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Problem, problemSchema } from '@weft/shared/errors/errors';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';

let server: TestServer;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { scrapeToken: 'scrape-scrape-scrape', bodyLimitBytes: 65_536 } });
});
afterAll(() => server?.stop());

/** Sends `body` as the body of a create. */
const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  server.adminClient.request('POST', '/api/v1/users', { body: body as string, headers });

describe('problem documents for invalid input', () => {
  test.each<[string, () => ReturnType<typeof send>, number, string, string?]>([
    ['broken JSON', () => send('{"name":'), 400, 'malformed'],
    ['bytes that are not UTF-8', () => send(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 400, 'malformed'],
    ['another media type', () => send('name=x', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported-media-type'],
    ['a body that is too large', () => send(JSON.stringify({ name: 'x'.repeat(100_000) })), 413, 'body-too-large'],
    ['an unknown field', () => send(JSON.stringify({ name: 'joe', role: 'viewer', password, admin: true })), 400, 'invalid-field', 'admin'],
    ['a name with a path in it', () => send(JSON.stringify({ name: '../joe', role: 'viewer', password })), 400, 'invalid-field', 'name'],
    ['a wrong type', () => send(JSON.stringify({ name: 'joe', role: 7, password })), 400, 'invalid-field', 'role'],
    ['no body', () => server.adminClient.request('POST', '/api/v1/users'), 400, 'invalid-field', 'body'],
    ['an array', () => send('[]'), 400, 'invalid-field', 'body'],
    ['a body of 30,000 nested arrays', () => send('['.repeat(30_000)), 400, 'malformed'],
    ['an id that is none', () => server.adminClient.request('GET', '/api/v1/users/1'), 400, 'invalid-field', 'params.id'],
    [
      'a filter by an id that is none',
      () => server.adminClient.request('GET', '/api/v1/drives?nodeId=n1'),
      400,
      'invalid-field',
      'query.nodeId',
    ],
    ['an unknown id', () => server.adminClient.request('GET', '/api/v1/users/8d0d9c77-6d0c-4f5e-9d39-000000000000'), 404, 'not-found'],
    ['an unknown route', () => server.adminClient.request('GET', '/api/v1/nothing'), 404, 'not-found'],
    ['a path that cannot be decoded', () => server.adminClient.request('GET', '/api/v1/users/%zz'), 400, 'malformed'],
    [
      'an unknown query parameter',
      () => server.adminClient.request('GET', '/api/v1/users?colour=red'),
      400,
      'invalid-field',
      'query.colour',
    ],
    [
      'a limit beyond the largest',
      () => server.adminClient.request('GET', '/api/v1/users?limit=100000'),
      400,
      'invalid-field',
      'query.limit',
    ],
    [
      'a cursor that is JSON of another list',
      () => server.adminClient.request('GET', `/api/v1/users?cursor=${Buffer.from('["x",{"$date":"rubbish"},"1"]').toString('base64url')}`),
      400,
      'invalid-cursor',
      'cursor',
    ],
    [
      'an operator where a name belongs',
      () => send(JSON.stringify({ name: { $gt: '' }, role: 'viewer', password })),
      400,
      'invalid-field',
      'name',
    ],
    ['more values than any request needs', () => send(`[${'0,'.repeat(30_000)}0]`), 400, 'malformed'],
    ['an id of 500 characters', () => server.adminClient.request('GET', `/api/v1/users/${'x'.repeat(500)}`), 404, 'not-found'],
    ['a limit twice', () => server.adminClient.request('GET', '/api/v1/users?limit=1&limit=2'), 400, 'invalid-field', 'query.limit'],
    ['a malformed cursor', () => server.adminClient.request('GET', '/api/v1/users?cursor=rubbish'), 400, 'invalid-cursor', 'cursor'],
  ])('answers %s with a problem document', async (_, call, status, code, field) => {
    const answer = await call();
    const problem = problemSchema.parse(answer.body);
    expect(problem).toMatchObject({ status, code, ...(field ? { field } : {}) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('unsupported method', () => {
  test.each([
    ['PUT', '/api/v1/users/8d0d9c77-6d0c-4f5e-9d39-000000000000', 'GET, PATCH, DELETE, HEAD'],
    ['DELETE', '/api/v1/session', 'GET, HEAD'],
    ['GET', '/api/v1/volumes/dry-run?a=b', 'POST'],
    ['OPTIONS', '/api/v1/volumes/dry-run', 'POST'],
  ])('answers %s %s with 405 and the allowed methods', async (method, path, allow) => {
    const { status, body, headers } = await server.adminClient.request(method, path);
    expect([status, (body as Problem).code, headers.get('allow')]).toEqual([405, 'method-not-allowed', allow]);
  });
});

/** Sends raw bytes and reads until the connection is closed. */
const raw = async (bytes: string): Promise<string> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
};

test('answers bytes that are not HTTP and oversized headers with a problem document', async () => {
  for (const bytes of ['rubbish\r\n\r\n', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(100_000)}\r\n\r\n`]) {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n');
    expect(head).toContain('content-type: application/problem+json');
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status: 400, code: 'malformed' });
  }
});

test('logs no database failure when a sender disconnects during its request body', async () => {
  const logged = vi.spyOn(Logger.prototype, 'error');
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/v1/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"name":`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.resetAndDestroy();
  const audit = () => server.adminClient.call(endpoints.listAudit, { query: { action: 'refusal' } });
  await expect
    .poll(async () => (await audit()).items.map(({ request }) => `${request?.route} ${request?.code}`))
    .toContain('login malformed');
  expect(logged.mock.calls.map((call) => String(call[1]))).toEqual([]);
  logged.mockRestore();
});

describe('If-Match', () => {
  const change = (headers: Record<string, string>) =>
    server.adminClient.try(endpoints.updateSettings, { body: { reservedRatio: 0.1 }, headers });

  test('refuses a missing, weak, wildcard or multiple If-Match, and names the header', async () => {
    expect(await change({})).toMatchObject({ status: 428, body: { code: 'precondition-required', field: 'If-Match' } });
    for (const header of ['*', '"1", "2"', 'W/"1"', 'x'])
      expect(await change({ 'if-match': header })).toMatchObject({ status: 400, body: { field: 'If-Match' } });
  });

  test('accepts the ETag of a read once, and refuses it afterwards as stale', async () => {
    const { headers } = await server.adminClient.try(endpoints.getSettings);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\d+"$/);
    expect((await change({ 'if-match': etag })).status).toBe(200);
    expect(await change({ 'if-match': etag })).toMatchObject({ status: 412, body: { code: 'version-mismatch' } });
  });
});

describe('idempotency keys', () => {
  const create = (name: string, key: string) =>
    server.adminClient.try(endpoints.createUser, { body: { name, role: 'viewer', password }, headers: { 'idempotency-key': key } });

  test('replays the first response for the same key and body', async () => {
    const first = await create('ida', 'key-1');
    const again = await create('ida', 'key-1');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('etag')).toBe('"1"');
  });

  test('creates one object for concurrent requests with the same key', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('irma', 'key-2')));
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  });

  test('refuses the same key with another body', async () => {
    expect(await create('ilse', 'key-1')).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } });
  });

  test('returns the existing user for an equal create, and refuses another password', async () => {
    const again = (secret: string) =>
      server.adminClient.try(endpoints.createUser, { body: { name: 'ida', role: 'viewer', password: secret } });
    const [before] = (await server.adminClient.call(endpoints.listUsers)).items.filter(({ name }) => name === 'ida');
    expect(await again(password)).toMatchObject({ status: 201, body: before });
    expect(await again('another long password')).toMatchObject({ status: 409, body: { code: 'name-taken', field: 'name' } });
  });

  test('allows a key to be used again after a failed create', async () => {
    expect((await create('admin', 'key-3')).status).toBe(409);
    expect((await create('ines', 'key-3')).status).toBe(201);
  });

  test('stores neither passwords nor keys in plain text', async () => {
    const kept = await server.mongo.collection('idempotencyKeys').find().toArray();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(password);
    expect(JSON.stringify(kept)).not.toContain('key-1');
  });

  test('refuses a key with spaces', async () => {
    expect(await create('ivy', 'a key')).toMatchObject({ status: 400, body: { field: 'Idempotency-Key' } });
  });
});

describe('access without a session', () => {
  test('lets the scrape token read only metrics and discovery', async () => {
    const headers = { authorization: 'Bearer scrape-scrape-scrape' };
    const metrics = await server.anonymous.request('GET', '/metrics', { headers });
    expect(metrics.body).toContain('weft_server_http_request_duration_seconds');
    const discovered = (await server.anonymous.try(endpoints.serviceDiscovery, { headers })).body as { labels: Record<string, string> }[];
    expect(discovered[0]?.labels).toMatchObject({ job: 'weft-server' });
    expect((await server.anonymous.try(endpoints.listUsers, { headers })).status).toBe(403);
    expect((await server.anonymous.request('GET', '/metrics')).status).toBe(401);
    expect((await server.anonymous.request('GET', '/metrics', { headers: { authorization: 'Bearer guess-guess-guess' } })).status).toBe(
      401,
    );
  });

  test('serves health and documents to anonymous callers, with security headers', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json', '/api/v1/docs']) {
      const { status, headers } = await server.anonymous.request('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('API path without GET', () => {
  const all = Object.values(endpoints) as Endpoint[];
  const posted = all.filter(({ path, method }) => method !== 'GET' && !all.some((each) => each.method === 'GET' && each.path === path));

  test('answers GET with 405 and the allowed methods', async () => {
    const wrong: unknown[] = [];
    for (const { path, method } of posted) {
      const url = path.replaceAll(/:\w+/g, '8d0d9c77-6d0c-4f5e-9d39-000000000000');
      const { status, headers } = await server.adminClient.request('GET', url);
      if (status !== 405 || !headers.get('allow')?.includes(method)) wrong.push([url, status, headers.get('allow')]);
    }
    expect(wrong).toEqual([]);
    expect(posted.length).toBeGreaterThan(20);
  });
});
