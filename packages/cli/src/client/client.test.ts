import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client, type ClientOptions } from './client.js';
import { retries } from './retries.js';

type Reply = { status: number; headers?: Record<string, string>; body?: unknown };

let server: Server;
let requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[];
let replies: Reply[];
/** Waits between attempts, in milliseconds; none of them takes time. */
let waits: number[];

beforeEach(async () => {
  requests = [];
  replies = [];
  waits = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    const { status, headers = {}, body: answer } = replies.shift() ?? { status: 200, body: {} };
    response.writeHead(status, headers).end(answer === undefined ? '' : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await new Promise((resolve) => server.close(resolve));
});

function client(options: Partial<ClientOptions> = {}): Client {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const routes = { getVolume: ['GET', '/api/v1/volumes/:id'], createVolume: ['POST', '/api/v1/volumes'] } as const;
  const made = new Client({ url, routes, pause: async (ms) => waits.push(ms), ...options });
  clients.push(made);
  return made;
}
const problem = (status: number, code: string): Reply => ({ status, body: { status, code, detail: 'It failed.', requestId: 'r1' } });
const busy = (status: number): Reply => ({ ...problem(status, 'unavailable'), headers: { 'retry-after': '0' } });

describe('Client', () => {
  it('sends path, query, version, key and login', async () => {
    await client({ token: 'weft_x', session: 'weft_session=y' }).request('PATCH', '/api/v1/volumes/:id', {
      ...{ params: { id: 'a/b' }, query: { at: 'x y', none: undefined }, body: { a: 1 }, ifMatch: 7, idempotencyKey: 'k' },
    });
    expect(requests).toMatchObject([
      {
        ...{ method: 'PATCH', url: '/api/v1/volumes/a%2Fb?at=x+y', body: '{"a":1}' },
        headers: { 'if-match': '"7"', 'idempotency-key': 'k', authorization: 'Bearer weft_x', 'content-type': 'application/json' },
      },
    ]);
    expect(requests[0]?.headers.cookie).toBeUndefined();
  });

  it('keeps the session that the server sets, and tells it', async () => {
    const told: string[] = [];
    replies = [{ status: 200, headers: { 'set-cookie': '__Host-weft_session=new; Path=/; HttpOnly' }, body: {} }];
    const own = client({ session: '__Host-weft_session=old', onSession: (session) => told.push(session) });
    await own.request('GET', '/x');
    await own.request('GET', '/x');
    expect(told).toEqual(['__Host-weft_session=new']);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(['__Host-weft_session=old', '__Host-weft_session=new']);
  });

  it('repeats a refused read and a create with its key, at most four times', { timeout: 30_000 }, async () => {
    replies = [busy(503), busy(429), { status: 200, body: { id: 'v' } }];
    expect(await client().call('getVolume', { params: { id: 'v' } })).toEqual({ id: 'v' });
    replies = [busy(503), { status: 202, body: {} }];
    await client().request('POST', '/api/v1/volumes', { body: {}, idempotencyKey: 'k' });
    expect(requests.slice(3).map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
    requests = [];
    replies = Array.from({ length: 9 }, () => busy(429));
    await expect(client().request('GET', '/x')).rejects.toMatchObject({ kind: 'unreachable', status: 429 });
    expect(requests).toHaveLength(5);
    expect(waits).toEqual(Array.from({ length: 7 }, () => retries.busy.firstMs));
  });

  it('does not repeat a change whose first attempt may have had its effect, nor a login', async () => {
    replies = [busy(503)];
    await expect(client().request('DELETE', '/x')).rejects.toMatchObject({ status: 503 });
    replies = [busy(429)];
    await expect(client().request('POST', '/login', { once: true })).rejects.toMatchObject({ status: 429 });
    expect(requests).toHaveLength(2);
    expect(waits).toEqual([]);
  });

  it.each([
    [400, 'malformed', 'refused'],
    [401, 'unauthenticated', 'denied'],
    [403, 'forbidden', 'denied'],
    [404, 'not-found', 'missing'],
    [409, 'in-use', 'conflict'],
    [412, 'version-mismatch', 'conflict'],
    [422, 'insufficient-space', 'refused'],
    [500, 'internal', 'unexpected'],
  ])('tells the kind of failure of %i %s', async (status, code, kind) => {
    replies = [problem(status, code)];
    await expect(client().request('GET', '/x')).rejects.toMatchObject({ kind, message: expect.stringContaining('It failed.') as string });
  });

  it('names the address when nobody answers, and a server that is none of Weft', async () => {
    replies = [{ status: 502 }];
    await expect(client().request('GET', '/x')).rejects.toMatchObject({ advice: 'Is this the address of a Weft server?' });
    const gone = client({ url: new URL('http://127.0.0.1:1') });
    await expect(gone.request('GET', '/x')).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('http://127.0.0.1:1') as string,
    });
  });
});
