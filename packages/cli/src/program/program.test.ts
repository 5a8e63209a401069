import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSchemas, makeTable } from '../table/make-table.js';
import { runProgram } from './program.js';

const table = makeTable();
const schemas = makeSchemas();
const ID = '0c6ad1a6-35c2-4d6f-9a3e-0f4d6f4f8f11';
const labels = { rack: 'r1', zone: 'z1' };
const objects: Record<string, object[]> = {
  nodes: [{ id: ID, version: 3, name: 't1', labels, connection: { state: 'online' }, capacity: {}, roles: [], scheduling: 'cordoned' }],
  volumes: [{ id: ID, version: 3, name: 'db' }],
  jobs: [],
  'drive-classes': [{ id: ID, version: 1, name: 'fast' }],
  attachments: [{ id: ID, version: 1, volume: { id: ID, name: 'db' }, node: { id: ID, name: 't1' } }],
};

let server: Server;
let sent: { method: string; path: string; body: unknown }[];
/** Answers to changes, by method and path. */
let answers: Record<string, object>;

async function answer(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { pathname } = new URL(request.url ?? '', 'http://server');
  const method = request.method ?? '';
  if (method !== 'GET') sent.push({ method, path: pathname, body: text === '' ? undefined : JSON.parse(text) });
  const given = answers[`${method} ${pathname}`];
  const items = objects[pathname.replace('/api/v1/', '')] ?? [];
  return given ?? { items, total: items.length, nextCursor: null };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('weft-simulated', 'true');
    void answer(request).then((body) => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  sent = [];
  answers = {};
});

/** Runs a command line in a pipe. */
async function weft(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => new PassThrough().on('data', (chunk: Buffer) => (texts[name] += chunk.toString()));
  const env = { WEFT_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, WEFT_CLI_CONFIG: '/nonexistent/weft.json' };
  const terminal = { in: new PassThrough(), out: stream('out'), err: stream('err'), env };
  const code = await runProgram(words, { terminal, table, schemas: () => schemas, signal: new AbortController().signal });
  return { code, ...texts };
}

describe('help of a command', () => {
  it('is shown for plan, and for the command that plan takes', async () => {
    expect(await weft('plan', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('weft plan COMMAND') as string });
    expect(await weft('plan', 'detach', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('weft detach VOLUME') as string });
    expect(await weft('plan')).toMatchObject({ code: 2, err: expect.stringContaining('plan takes another command') as string });
  });

  it('refuses an unknown command', async () => {
    expect(await weft('help', 'nonsense')).toMatchObject({ code: 2, out: '' });
    expect(await weft('help', 'volume', 'crate')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean create?') as string,
    });
    expect(await weft('help', 'volume')).toMatchObject({ code: 0, out: expect.stringContaining('volume create NAME') as string });
  });
});

describe('explain', () => {
  it('shows every value of the field that tells branches apart, and types with null', async () => {
    expect((await weft('explain', 'drive-class.members')).out).toContain('by  <list | selector>');
    expect((await weft('explain', 'drive')).out).toContain('pciAddress  <string or null>');
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['volume', 'ls', '--ca-file', '/nonexistent'], 2, '/nonexistent cannot be read: there is no such file.'],
    [['plan', 'detach'], 2, 'VOLUME is missing'],
    [['volume', 'update', 'db'], 2, 'There is nothing to change'],
    [['job', 'wait', '123'], 4, 'There is no job "123"'],
    [['drive-class', 'get', 'gold'], 4, 'Existing: fast.'],
    [['detach', 'db'], 11, '"detach db@t1" needs a confirmation'],
    [['context', 'use', 'lab'], 2, 'weft context list shows all.'],
    [['logout'], 2, 'There is no login'],
  ])('%j ends with exit code %i and says why', async (words, code, text) => {
    const ended = await weft(...words);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(text);
    expect(ended.err).not.toContain('    at ');
    expect(sent).toEqual([]);
  });
});

describe('labels of an update', () => {
  it('sets the given ones, removes those with a dash, and keeps the others', async () => {
    answers[`PATCH /api/v1/nodes/${ID}`] = objects.nodes?.[0] ?? {};
    expect(await weft('node', 'update', 't1', '--label', 'rack=r9')).toMatchObject({ code: 0 });
    expect(await weft('node', 'update', 't1', '--label', 'zone-,row=2')).toMatchObject({ code: 0 });
    expect(sent.map(({ body }) => body)).toEqual([{ labels: { rack: 'r9', zone: 'z1' } }, { labels: { rack: 'r1', row: '2' } }]);
  });
});

describe('doctor', () => {
  it('says that a cluster is simulated', async () => {
    answers['GET /healthz'] = { version: table.version };
    answers['GET /readyz'] = { status: 'ready' };
    answers['GET /api/v1/session'] = { user: { name: 'olga', role: 'viewer' }, expiresAt: '2026-11-30T00:00:00Z' };
    expect(await weft('doctor')).toMatchObject({ code: 0, out: expect.stringMatching(/cluster +ok +SIMULATED: /) as string });
  });
});

describe('output for people', () => {
  it('shows a token that is shown only once, which a table of plain fields would cut', async () => {
    answers['POST /api/v1/api-tokens'] = {
      id: ID,
      name: 'ci',
      createdAt: '',
      user: { id: ID, name: 'a' },
      role: 'viewer',
      token: 'weft_x',
    };
    const { code, out } = await weft('api-token', 'create', 'ci', '--role', 'viewer', '--expires-in', '1d');
    expect([code, out]).toEqual([0, expect.stringContaining('token: weft_x')]);
  });

  it('shows every setting, and whether a node takes legs', async () => {
    const settings = Object.fromEntries('abcdefghij'.split('').map((name) => [name, 1]));
    answers['GET /api/v1/settings'] = { id: ID, version: 1, ...settings };
    for (const words of [
      ['settings', 'get'],
      ['get', 'settings'],
    ])
      expect((await weft(...words)).out).toContain('j: 1');
    expect((await weft('node', 'ls')).out).toMatch(/SCHEDULING[\s\S]* cordoned /);
  });
});
