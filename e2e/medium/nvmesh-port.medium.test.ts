/** The port of NVMesh's dialect as a first start makes it, with TLS: login, refusals and bad input. A simulated cluster has its own test (rest/nvmesh). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../support/api-client.js';
import { NvmeshClient } from '../support/nvmesh/nvmesh-client.js';
import { ServerProcess } from '../support/server-process.js';

let directory: string;
let server: ServerProcess;
let api: ApiClient;
let password: string;
let sdk: NvmeshClient;

beforeAll(async () => {
  // For `fetch` of this test alone, which accepts no authority.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  directory = await mkdtemp(join(tmpdir(), 'weft-nvmesh-port-'));
  const { uri, name } = testDatabase();
  const port = await freePort();
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: uri,
    database: name,
    environment: { WEFT_INSECURE_HTTP: 'false', WEFT_NVMESH_PORT: String(port) },
  });
  api = await server.administrator();
  password = (await readFile(server.passwordFile, 'utf8')).trim();
  sdk = new NvmeshClient(`https://127.0.0.1:${port}`, { username: 'admin@example.com', password });
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const done = { success: true, error: null };
const as = (username: string, password: string) => new NvmeshClient(sdk.url, { username, password });

describe('the login', () => {
  it('sends who has no session to /login, which NVMeshSDK takes as a request to log in', async () => {
    const answer = await sdk.send('GET', '/volumes/all/0/0');
    expect(answer).toMatchObject({ status: 302, headers: { location: '/login' } });
    expect((await sdk.send('GET', '/login')).text).toContain('/login');
    expect(await sdk.list('volumes')).toEqual([]);
    expect(sdk.logins).toBe(1);
    expect(await sdk.list('volumes')).toEqual([]);
    expect(sdk.logins).toBe(1);
  });

  it('takes JSON and a form, no password in a URL, and refuses a wrong password with the audit of any login', async () => {
    const credentials = { username: 'admin', password: password };
    const json = await sdk.send('POST', '/login', { 'content-type': 'application/json' }, JSON.stringify(credentials));
    expect(json.json).toMatchObject({ ...done, _id: 'admin' });
    const inUrl = await sdk.send('POST', `/login?${new URLSearchParams(credentials)}`);
    expect(inUrl).toMatchObject({
      status: 422,
      json: { success: false },
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
    const elsewhere = new NvmeshClient(sdk.url, { username: 'admin', password: 'not this one' }, '127.0.0.2');
    const wrong = await elsewhere.get('/volumes/all/0/0');
    expect(wrong).toMatchObject({ status: 401, json: { success: false, error: expect.stringContaining('password') as string } });
    // The audit of a refusal is stored after its answer.
    await vi.waitFor(async () => {
      const { items } = await api.call(endpoints.listAudit, { query: { sort: '-at', limit: 5 } });
      const entry = items.find(({ action, request }) => action === 'refusal' && request?.route === 'login');
      expect(entry).toMatchObject({ request: { name: 'admin', address: '127.0.0.2', status: 401 } });
    }, 10_000);
  });

  it('refuses a user with a second factor with the reason, and takes an API token of that user as the password', async () => {
    const own = 'correct horse battery';
    await api.call(endpoints.createUser, { body: { name: 'tom', role: 'operator', password: own, mustChangePassword: false } });
    const tom = new ApiClient(api.url);
    await tom.login('tom', own);
    const { secret } = await tom.call(endpoints.startTotp, { body: { currentPassword: own } });
    await tom.call(endpoints.confirmTotp, { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } });
    expect((await as('tom', own).get('/volumes/all/0/0')).json).toMatchObject({ success: false, payload: { code: 'second-factor' } });

    const { token } = await tom.call(endpoints.createApiToken, { body: { name: 'nvmesh', role: 'viewer', expiresInDays: 1 } });
    const members = { by: 'selector' as const, selector: {} };
    await api.call(endpoints.createDriveClass, { body: { name: 'none', members } });
    expect(await as('tom@example.com', token).list('volumes')).toEqual([]);
    expect((await as('admin', token).get('/volumes/all/0/0')).json).toMatchObject({ payload: { code: 'bad-token' } });
    const changed = await as('tom', token).one('/diskClasses/update', [{ _id: 'none', description: 'changed' }]);
    expect(changed).toMatchObject({ _id: 'none', success: false, payload: { code: 'forbidden' } });
  });

  it('ends the session', async () => {
    const own = as('admin', password);
    await own.list('volumes');
    expect((await own.get('/login/logout')).json).toMatchObject({ ...done, _id: 'admin' });
    expect((await own.send('GET', '/volumes/all/0/0')).status).toBe(302);
  });

  it('refuses web pages', async () => {
    const answer = await sdk.send('POST', '/volumes/delete', { origin: sdk.url, 'content-type': 'application/json' }, '[]');
    expect(answer).toMatchObject({ status: 403, json: { payload: { code: 'from-a-browser' } } });
  });
});

describe('bad input', () => {
  const deep = (depth: number): unknown => (depth === 0 ? 1 : { $and: [deep(depth - 1)] });
  const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;

  it('refuses each with status 422 and a reason in the shape of the dialect', async () => {
    const wrong: [path: string, query: Record<string, string>][] = [
      ['/volumes/all/0/0', { filter: '{' }],
      ['/volumes/all/0/0', { filter: '[]' }],
      ['/volumes/all/0/0', { filter: '{"$where":"sleep(1000)"}' }],
      ['/volumes/all/0/0', { filter: '{"name":{"$function":{}}}' }],
      ['/volumes/all/0/0', { filter: '{"name":{"$regex":"(a+)+$"}}' }],
      ['/volumes/all/0/0', { filter: JSON.stringify(deep(8)) }],
      ['/volumes/all/0/0', { filter: JSON.stringify({ name: { $in: Array(300).fill('x') } }) }],
      ['/volumes/all/0/0', { filter: `{"name":"${'x'.repeat(9000)}"}` }],
      ['/volumes/all/0/0', { filter: '{"__proto__.x":{"y":1}}' }],
      ['/volumes/all/0/0', { sort: '{"name":"up"}' }],
      ['/volumes/all/0/0', { projection: '{"name":1,"health":0}' }],
      ['/volumes/all/-1/0', {}],
      ['/volumes/all/a/b', {}],
      ['/volumes/count', { filter: '7' }],
    ];
    for (const [path, query] of wrong) {
      const { status, json } = await sdk.send('GET', `${path}?${new URLSearchParams(query)}`);
      expect({ path, query, status }).toMatchObject({ status: 422 });
      expect(json).toMatchObject({ success: false, error: expect.any(String) as string, payload: { code: expect.any(String) as string } });
    }
  });

  it('refuses each object or body that is none, and stays alive', async () => {
    const bodies: unknown[] = [null, 1, 'x', true, {}, { Ids: 'x' }, [null], [1], [[]], [{}], [{ _id: {} }], [{ name: 'a', capacity: [] }]];
    const routes = ['/volumes/save', '/volumes/update', '/volumes/delete', '/diskClasses/save', '/clients/attach', '/clients/detach'];
    for (const route of [...routes, '/disks/evictDiskByDiskIds', '/users/save'])
      for (const body of bodies) {
        const { status, json } = await sdk.post(route, body);
        const answers = Array.isArray(json) ? json : [json];
        expect({ route, body, status }).not.toMatchObject({ status: 500 });
        for (const each of answers)
          expect({ route, body, each }).toMatchObject({ each: { success: false, error: expect.any(String) as string } });
      }
    const raw = (text: string, type = 'application/json') => sdk.send('POST', '/volumes/save', { 'content-type': type }, text);
    expect((await raw(nested)).json).toMatchObject([{ success: false, error: 'The volume must be an object.' }]);
    expect(await raw('{"a":')).toMatchObject({ status: 400, json: { success: false } });
    expect(await raw('x', 'text/plain')).toMatchObject({ status: 415, json: { success: false } });
    expect(await raw(JSON.stringify('x'.repeat(3 * 2 ** 20)))).toMatchObject({ status: 413, json: { success: false } });
    expect((await sdk.post('/volumes/save', Array(201).fill({}))).json).toMatchObject({ payload: { code: 'too-large' } });
    expect(await sdk.get('/no/such/route')).toMatchObject({ status: 404, json: { payload: { code: 'no-such-route' } } });
    expect(await sdk.list('volumes')).toEqual([]);
  });
});
