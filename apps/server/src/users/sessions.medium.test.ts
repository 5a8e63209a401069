import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer, testConfig } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { startServer } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { Sessions } from '../core/auth/sessions.js';
import { tokenHash } from '../core/secrets/secrets.js';
import { initialPasswordFile } from './initial-administrator.service.js';

let server: TestServer;
const password = 'correct horse battery';
/** Endpoints that a session may call before the generated password is changed. */
const OWN = ['session', 'logout', 'changePassword'];
/** A request for any endpoint, with a valid path. */
const anyCall = {
  params: {
    id: '8d0d9c77-6d0c-4f5e-9d39-000000000000',
    sessionId: '8d0d9c77-6d0c-8f5e-8d39-000000000002',
    keyId: '8d0d9c77-6d0c-4f5e-9d39-000000000003',
    nic: 'eth0',
    name: 'left',
    orderId: '8d0d9c77-6d0c-4f5e-9d39-000000000001',
  },
  ifMatch: 1,
};

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

test('hides the session cookie from scripts and other sites', async () => {
  const { headers } = await new HttpClient(server.url).login('admin', ADMIN_PASSWORD);
  expect(headers.get('set-cookie')).toMatch(/HttpOnly/);
  expect(headers.get('set-cookie')).toMatch(/SameSite=Strict/);
});

test('answers 401 with the same detail for a wrong password and an unknown name', async () => {
  expect(await server.anonymous.refused(endpoints.listUsers)).toMatchObject({ status: 401, code: 'unauthenticated' });
  const wrong = await server.anonymous.refused(endpoints.login, { body: { name: 'admin', password: 'no' } });
  const unknown = await server.anonymous.refused(endpoints.login, { body: { name: 'nobody', password: 'no' } });
  expect(wrong).toMatchObject({ status: 401 });
  expect(unknown.detail).toBe(wrong.detail);
});

test('refuses a change from a page of another site', async () => {
  const answer = await server.adminClient.try(endpoints.logout, { headers: { origin: 'https://evil.example' } });
  expect(answer.status).toBe(403);
});

test('refuses user creation to a viewer, and names the missing permission', async () => {
  await server.adminClient.call(endpoints.createUser, { body: { name: 'vera', role: 'viewer', password } });
  const vera = new HttpClient(server.url);
  await vera.login('vera', password);
  expect(await vera.refused(endpoints.createUser, { body: { name: 'eve', role: 'administrator', password } })).toMatchObject({
    status: 403,
    detail: expect.stringContaining('user:create'),
  });
});

test('ends the other sessions of a user who changes the password', async () => {
  const [here, there] = [new HttpClient(server.url), new HttpClient(server.url)];
  await here.login('vera', password);
  await there.login('vera', password);
  await here.call(endpoints.changePassword, { body: { currentPassword: password, newPassword: `${password} staple` } });
  expect((await here.try(endpoints.session)).status).toBe(200);
  expect((await there.try(endpoints.session)).status).toBe(401);
});

test('starts no session with a password that was changed while the login was checked', async () => {
  const created = await server.adminClient.call(endpoints.createUser, { body: { name: 'rita', role: 'viewer', password } });
  const start = vi.spyOn(Sessions.prototype, 'start').mockImplementationOnce(async function (this: Sessions, ...login) {
    start.mockRestore();
    await server.adminClient.call(endpoints.updateUser, {
      params: { id: created.id },
      ifMatch: created.version,
      body: { password: `${password} changed` },
    });
    return this.start(...login);
  });
  const thief = new HttpClient(server.url);
  expect(await thief.refused(endpoints.login, { body: { name: 'rita', password } })).toMatchObject({ status: 401 });
  expect(await server.mongo.collection<{ _id: string; userId: string }>('sessions').countDocuments({ userId: created.id })).toBe(0);
});

test('ends a session at logout', async () => {
  const client = new HttpClient(server.url);
  await client.login('vera', `${password} staple`);
  await client.call(endpoints.logout);
  expect((await client.try(endpoints.session)).status).toBe(401);
});

test('ends all sessions of a user who is removed or whose password an administrator sets', async () => {
  const created = await server.adminClient.call(endpoints.createUser, { body: { name: 'olga', role: 'operator', password } });
  const olga = new HttpClient(server.url);
  await olga.login('olga', password);
  const params = { id: created.id };
  const { version } = await server.adminClient.call(endpoints.updateUser, {
    params,
    ifMatch: created.version,
    body: { password: `${password} again` },
  });
  expect((await olga.try(endpoints.session)).status).toBe(401);
  await olga.login('olga', `${password} again`);
  expect(await server.adminClient.refused(endpoints.deleteUser, { params, ifMatch: created.version })).toMatchObject({
    code: 'version-mismatch',
  });
  await server.adminClient.call(endpoints.deleteUser, { params, ifMatch: version });
  expect((await olga.try(endpoints.session)).status).toBe(401);
  expect(await olga.refused(endpoints.login, { body: { name: 'olga', password: `${password} again` } })).toMatchObject({ status: 401 });
});

test('ends the sessions of a disabled user, and refuses logins until the user is enabled', async () => {
  const created = await server.adminClient.call(endpoints.createUser, { body: { name: 'ivan', role: 'operator', password } });
  const ivan = new HttpClient(server.url);
  await ivan.login('ivan', password);
  const set = (disabled: boolean, ifMatch: number) =>
    server.adminClient.call(endpoints.updateUser, { params: { id: created.id }, ifMatch, body: { disabled } });
  const disabled = await set(true, created.version);
  expect(disabled).toMatchObject({ disabled: true, disabledSince: expect.any(String), role: 'operator' });
  // A repeated request keeps the first time.
  const again = await set(true, disabled.version);
  expect(again.disabledSince).toBe(disabled.disabledSince);
  expect((await ivan.try(endpoints.session)).status).toBe(401);
  expect(await ivan.refused(endpoints.login, { body: { name: 'ivan', password } })).toMatchObject({
    status: 401,
    detail: expect.stringContaining('disabled'),
  });
  const guessed = await ivan.refused(endpoints.login, { body: { name: 'ivan', password: 'a guess of somebody' } });
  expect(guessed.detail).not.toContain('disabled');
  expect(await set(false, again.version)).toMatchObject({ disabled: false, disabledSince: null });
  await ivan.login('ivan', password);
  expect((await ivan.try(endpoints.session)).status).toBe(200);
});

test('does not count a disabled administrator when it protects the last one', async () => {
  const other = await server.adminClient.call(endpoints.createUser, { body: { name: 'spare', role: 'administrator', password } });
  const params = { id: other.id };
  await server.adminClient.call(endpoints.updateUser, { params, ifMatch: other.version, body: { disabled: true } });
  const { user } = await server.adminClient.call(endpoints.session);
  for (const body of [{ disabled: true }, { role: 'viewer' as const }])
    expect(await server.adminClient.refused(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body })).toMatchObject({
      code: 'wrong-state',
    });
  const now = await server.adminClient.call(endpoints.getUser, { params });
  await server.adminClient.call(endpoints.deleteUser, { params, ifMatch: now.version });
});

test('keeps one administrator when two remove each other at once', async () => {
  const other = await server.adminClient.call(endpoints.createUser, { body: { name: 'second', role: 'administrator', password } });
  const { user } = await server.adminClient.call(endpoints.session);
  const second = new HttpClient(server.url);
  await second.login('second', password);
  const answers = await Promise.all([
    second.try(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body: { role: 'viewer' } }),
    server.adminClient.try(endpoints.deleteUser, { params: { id: other.id }, ifMatch: other.version }),
  ]);
  const done = answers.filter(({ status }) => status < 300);
  expect(done).toHaveLength(1);
  // The remaining administrator restores the earlier state.
  const demoted = (answers[0]?.status ?? 0) < 300;
  const left = demoted ? second : server.adminClient;
  const { items } = await left.call(endpoints.listUsers);
  expect(items.filter(({ role }) => role === 'administrator')).toHaveLength(1);
  if (!demoted) return;
  const now = items.find(({ id }) => id === user.id);
  await second.call(endpoints.updateUser, { params: { id: user.id }, ifMatch: now?.version ?? 0, body: { role: 'administrator' } });
  await server.adminClient.call(endpoints.deleteUser, { params: { id: other.id }, ifMatch: other.version });
});

test('refuses an easily guessed password wherever one is set', async () => {
  const weak = { status: 400, code: 'invalid-field', detail: expect.stringContaining('easy to guess') };
  const body = { name: 'weak', role: 'viewer' as const, password: 'aaaaaaaaaaaa' };
  expect(await server.adminClient.refused(endpoints.createUser, { body })).toMatchObject({ ...weak, field: 'password' });
  const user = await server.adminClient.call(endpoints.createUser, { body: { ...body, password } });
  const params = { id: user.id };
  expect(
    await server.adminClient.refused(endpoints.updateUser, { params, ifMatch: user.version, body: { password: '123456789012' } }),
  ).toMatchObject({ ...weak, field: 'password' });
  const client = new HttpClient(server.url);
  await client.login('weak', password);
  const change = { currentPassword: password, newPassword: 'weak-password' };
  expect(await client.refused(endpoints.changePassword, { body: change })).toMatchObject({ ...weak, field: 'newPassword' });
  await server.adminClient.call(endpoints.deleteUser, { params, ifMatch: user.version });
});

test('ends a session a fixed number of hours after login, however much it is used', async () => {
  const client = new HttpClient(server.url);
  await client.login('admin', ADMIN_PASSWORD);
  const [, token = ''] = (client.sessionCookie ?? '').split('=');
  const sessions = server.mongo.collection<{ _id: string; createdAt: Date; expiresAt: Date }>('sessions');
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await sessions.updateOne({ _id: tokenHash(token) }, { $set: { createdAt: hoursAgo(167), expiresAt: hoursAgo(-0.1) } });
  const { expiresAt } = await client.call(endpoints.session);
  expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 3_660_000);
  await sessions.updateOne({ _id: tokenHash(token) }, { $set: { createdAt: hoursAgo(169), expiresAt: hoursAgo(-1) } });
  expect((await client.try(endpoints.session)).status).toBe(401);
});

test('refuses to remove or demote the last administrator', async () => {
  const { user } = await server.adminClient.call(endpoints.session);
  expect(await server.adminClient.refused(endpoints.deleteUser, { params: { id: user.id }, ifMatch: user.version })).toMatchObject({
    code: 'wrong-state',
  });
  expect(
    await server.adminClient.refused(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body: { role: 'viewer' } }),
  ).toMatchObject({ code: 'wrong-state' });
});

test('answers 429 with Retry-After after many wrong passwords', async () => {
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => server.anonymous.try(endpoints.login, { body: { name: 'victim', password: 'guess' } })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('requires a password change when an administrator demands it', async () => {
  const body = { name: 'nora', role: 'viewer' as const, password, mustChangePassword: true };
  const created = await server.adminClient.call(endpoints.createUser, { body });
  const nora = new HttpClient(server.url);
  await nora.login('nora', password);
  expect((await nora.call(endpoints.session)).user.mustChangePassword).toBe(true);
  expect(await nora.refused(endpoints.listNodes)).toMatchObject({ status: 403, code: 'password-change-required' });
  await nora.call(endpoints.changePassword, { body: { currentPassword: password, newPassword: `${password} staple` } });
  await nora.call(endpoints.listNodes);
  const { version } = await server.adminClient.call(endpoints.getUser, { params: { id: created.id } });
  const again = { params: { id: created.id }, ifMatch: version, body: { mustChangePassword: true } };
  expect(await server.adminClient.call(endpoints.updateUser, again)).toMatchObject({ mustChangePassword: true });
  expect(await nora.refused(endpoints.listNodes)).toMatchObject({ code: 'password-change-required' });
  await nora.call(endpoints.logout);
});

describe('generated initial password', () => {
  let app: Awaited<ReturnType<typeof startServer>>;
  let config: Config;
  let made: string;
  const login = async () => {
    const client = new HttpClient(app.url);
    await client.login('admin', made);
    return client;
  };

  beforeAll(async () => {
    const { uri, name } = testDatabase();
    config = testConfig(uri, { mongodbDatabase: name, dataDir: await mkdtemp(join(tmpdir(), 'weft-made-')) });
    app = await startServer(config);
    made = (await readFile(initialPasswordFile(config.dataDir), 'utf8')).trim();
  });
  afterAll(async () => {
    await app?.stop();
    await rm(config.dataDir, { recursive: true, force: true });
  });

  it('is in a file that only its owner can read', async () => {
    expect(statSync(initialPasswordFile(config.dataDir)).mode & 0o777).toBe(0o600);
    expect((await (await login()).call(endpoints.session)).user).toMatchObject({ name: 'admin', role: 'administrator' });
  });

  it('allows only its own change, the session and logout', async () => {
    const client = await login();
    const others = (Object.values(endpoints) as Endpoint[]).filter(({ id, access }) => access !== 'public' && !OWN.includes(id));
    for (const endpoint of others)
      expect(await client.refused(endpoint, anyCall), endpoint.id).toMatchObject({ status: 403, code: 'password-change-required' });
    expect((await client.request('GET', '/metrics')).status).toBe(403);
    const link = io(`${app.url}${CONSOLE_NAMESPACE}`, { transports: ['websocket'], extraHeaders: { cookie: client.sessionCookie ?? '' } });
    const refusal = await new Promise<Error & { data?: unknown }>((resolve) => link.once('connect_error', resolve));
    link.close();
    expect(refusal.data).toEqual({ code: 'password-change-required' });
    await client.call(endpoints.logout);
  });

  it('unlocks the other endpoints once it is changed, and its file is removed', async () => {
    const client = await login();
    const same = { currentPassword: made, newPassword: made };
    expect(await client.refused(endpoints.changePassword, { body: same })).toMatchObject({ code: 'invalid-field', field: 'newPassword' });
    await client.call(endpoints.changePassword, { body: { currentPassword: made, newPassword: password } });
    expect((await client.call(endpoints.session)).user.mustChangePassword).toBe(false);
    const { items } = await client.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } });
    const about = items.map(({ by, action, request }) => [by, action, request?.route, request?.code]);
    expect(about).toContainEqual(['admin', 'change', 'changePassword', null]);
    expect(about).toContainEqual(['admin', 'refusal', 'createUser', 'password-change-required']);
    await expect.poll(() => existsSync(initialPasswordFile(config.dataDir))).toBe(false);
  });
});
