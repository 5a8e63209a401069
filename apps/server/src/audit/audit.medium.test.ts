import type { Endpoint, Response } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';

const password = 'correct horse battery';
/** They change nothing, so the audit has none of them. */
const DRY_RUNS = [
  ...['planChange', 'planDrill', 'planDriveEviction', 'planMaintenance', 'planNodeDrain', 'planVolume', 'previewDriveClass'],
  ...['diffDeployment', 'planDeployment', 'proposeDeployment', 'startOidcLogin', 'startOidcDeviceLogin'],
];
/** These end the caller's session, so each has one of its own. */
const ENDS_SESSIONS = ['endSessions', 'logout'];
const changing = (Object.values(endpoints) as Endpoint[]).filter(({ id, method }) => method !== 'GET' && !DRY_RUNS.includes(id));
/** A request for any endpoint, with a valid path. */
const anyId = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const anyCall = { params: { id: anyId, sessionId: anyId, keyId: anyId }, ifMatch: 1 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { trustProxy: 1 } });
});
afterAll(() => server?.stop());

type Entry = Response<typeof endpoints.listAudit>['items'][number];

async function entries(query: Record<string, string> = {}): Promise<Entry[]> {
  return (await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200, ...query } })).items;
}
const routesOf = (list: Entry[], by: string) => [...new Set(list.filter((each) => each.by === by).map(({ request }) => request?.route))];

describe('audit log', () => {
  it('records every changing endpoint that refuses an anonymous caller', async () => {
    for (const endpoint of changing) expect((await server.anonymous.try(endpoint, anyCall)).status).toBeGreaterThanOrEqual(400);
    const expected = changing.map(({ id }) => id).sort();
    await expect.poll(async () => routesOf(await entries({ action: 'refusal' }), 'anonymous').sort()).toEqual(expected);
  });

  it('records every changing endpoint that an administrator calls, successful or refused', async () => {
    const client = new HttpClient(server.url);
    await server.adminClient.call(endpoints.createUser, { body: { name: 'walker', role: 'administrator', password } });
    const calls = changing.filter(({ access }) => access !== 'public');
    const ending = calls.filter(({ id }) => ENDS_SESSIONS.includes(id));
    await client.login('walker', password);
    for (const endpoint of calls.filter((each) => !ending.includes(each)))
      await client.try(endpoint, { ...anyCall, ...(endpoint.body ? { body: {} } : {}) });
    for (const endpoint of ending) {
      await client.login('walker', password);
      await client.try(endpoint, { ...anyCall, ...(endpoint.body ? { body: {} } : {}) });
    }
    await expect
      .poll(async () => routesOf(await entries({ by: 'walker' }), 'walker').sort())
      .toEqual([...calls.map(({ id }) => id), 'login'].sort());
  });

  it('records who changed which object, from which address and in which request', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const answer = await server.adminClient.try(endpoints.createUser, { body: { name: 'vera', role: 'viewer', password }, headers });
    const user = answer.body as { id: string; version: number };
    const { version } = await server.adminClient.call(endpoints.updateUser, {
      params: { id: user.id },
      ifMatch: user.version,
      body: { role: 'operator' },
      headers,
    });
    await server.adminClient.call(endpoints.deleteUser, { params: { id: user.id }, ifMatch: version, headers });
    const items = await entries({ subjectId: user.id });
    expect(items.map(({ by, action, request }) => [by, action, request?.route, request?.address, request?.status])).toEqual([
      ['admin', 'change', 'deleteUser', '198.51.100.7', 204],
      ['admin', 'change', 'updateUser', '198.51.100.7', 200],
      ['admin', 'change', 'createUser', '198.51.100.7', 201],
    ]);
    expect(items[2]).toMatchObject({ subject: { kind: 'user', id: user.id, name: 'vera' } });
    expect(items[2]?.request?.id).toBe(answer.headers.get('x-request-id'));
    const others = await entries({ action: 'change' });
    await server.adminClient.call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
    const { version: at } = await server.adminClient.call(endpoints.getSettings);
    await server.adminClient.call(endpoints.updateSettings, { ifMatch: at, body: { reservedRatio: 0.1 } });
    expect((await entries({ action: 'change' })).length).toBe(others.length + 2);
  });

  it('records what an update changed, before and after, and never a password', async () => {
    const { version } = await server.adminClient.call(endpoints.getSettings);
    await server.adminClient.call(endpoints.updateSettings, { ifMatch: version, body: { reservedRatio: 0.3, reattachByDefault: false } });
    const [settings] = await entries({ action: 'change' });
    expect(settings?.changes).toEqual(expect.arrayContaining([{ field: 'reservedRatio', from: expect.any(String), to: '0.3' }]));
    const user = await server.adminClient.call(endpoints.createUser, { body: { name: 'uma', role: 'viewer', password } });
    await server.adminClient.call(endpoints.updateUser, {
      params: { id: user.id },
      ifMatch: user.version,
      body: { role: 'operator', password: 'another horse battery' },
    });
    const [updated] = await entries({ subjectId: user.id });
    expect(updated?.changes).toEqual([{ field: 'role', from: '"viewer"', to: '"operator"' }]);
    await server.adminClient.try(endpoints.updateUser, { params: { id: user.id }, ifMatch: 1, body: { role: 'viewer' } });
    await expect.poll(async () => (await entries({ subjectId: user.id }))[0]).toMatchObject({ action: 'refusal', changes: [] });
  });

  it('names the object of a change whose response does not contain it', async () => {
    const user = await server.adminClient.call(endpoints.createUser, { body: { name: 'ulla', role: 'viewer', password } });
    await server.adminClient.try(endpoints.deleteUser, { params: { id: user.id }, ifMatch: user.version + 5 });
    await server.adminClient.call(endpoints.deleteUser, { params: { id: user.id }, ifMatch: user.version });
    const named = async () => (await entries({ subjectId: user.id })).map(({ request, subject }) => [request?.route, subject?.name]);
    await expect.poll(named).toEqual([
      ['deleteUser', 'ulla'],
      ['deleteUser', 'ulla'],
      ['createUser', 'ulla'],
    ]);
  });

  it('records refusals by role, version and state', async () => {
    await server.adminClient.call(endpoints.createUser, { body: { name: 'olga', role: 'viewer', password } });
    const olga = new HttpClient(server.url);
    await olga.login('olga', password);
    await olga.try(endpoints.createUser, { body: { name: 'eve', role: 'administrator', password } });
    const settings = await server.adminClient.call(endpoints.getSettings);
    await server.adminClient.try(endpoints.updateSettings, { ifMatch: settings.version + 7, body: { reservedRatio: 0.2 } });
    await server.adminClient.try(endpoints.createUser, { body: { name: 'olga', role: 'operator', password: `${password} 2` } });
    await expect
      .poll(async () => (await entries({ action: 'refusal' })).map(({ by, request }) => [by, request?.route, request?.status]))
      .toEqual(
        expect.arrayContaining([
          ['olga', 'createUser', 403],
          ['admin', 'updateSettings', 412],
          ['admin', 'createUser', 409],
        ]),
      );
  });

  it('exports the entries of a range, oldest first, to administrators only', async () => {
    const all = (await entries({ action: 'change' })).reverse();
    const [second, last] = [all[1], all.at(-1)];
    const range = new URLSearchParams({ action: 'change', from: second?.at ?? '', to: last?.at ?? '' });
    const { body, headers } = await server.adminClient.request('GET', `/api/v1/audit/export?${range}`);
    expect(headers.get('content-disposition')).toContain('weft-audit.ndjson');
    const lines = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines).toEqual(all.filter(({ at }) => at >= (second?.at ?? '') && at < (last?.at ?? '')));
    const olga = new HttpClient(server.url);
    await olga.login('olga', password);
    expect((await olga.request('GET', '/api/v1/audit/export')).status).toBe(403);
  });

  it('groups failed logins by name and status, and stores no password', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let n = 0; n < 20; n++)
      await server.anonymous.try(endpoints.login, { body: { name: 'olga', password: 'a-wrong-password' }, headers });
    const failed = async () => (await entries({ action: 'refusal' })).filter(({ request }) => request?.address === '203.0.113.9');
    await expect
      .poll(async () => (await failed()).map(({ request }) => [request?.name, request?.status]).sort())
      .toEqual([
        ['olga', 401],
        ['olga', 429],
      ]);
    const stored = await server.mongo.collection('audit').find().toArray();
    expect(JSON.stringify(stored)).not.toMatch(/a-wrong-password|correct horse/);
  });
});

describe('request body of an anonymous caller', () => {
  it('is not read where a session is required', async () => {
    for (const body of ['{"broken', 'x'.repeat(1_000_000)])
      expect((await server.anonymous.request('POST', '/api/v1/users', { body })).status).toBe(401);
    expect((await server.anonymous.request('POST', '/api/v1/nothing', { body: '{"broken' })).status).toBe(404);
  });

  it('is limited in size where it is read', async () => {
    const body = { name: 'x'.repeat(20_000), password };
    expect((await server.anonymous.request('POST', '/api/v1/login', { body })).status).toBe(413);
  });
});
