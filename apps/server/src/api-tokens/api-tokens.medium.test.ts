import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MAX_API_TOKENS_PER_USER } from '@weft/shared/kinds/access/api-token';
import type { Role } from '@weft/shared/kinds/user';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { tokenHash } from '../core/secrets/secrets.js';

let server: TestServer;
/** Works on the same cluster. */
let other: TestServer;
const password = 'correct horse battery';

beforeAll(async () => {
  const mongoUri = testDatabase().uri;
  server = await startTestServer({ mongoUri, config: { apiTokenLongestDays: 30 } });
  other = await startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir: server.dataDir });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const stored = () => server.mongo.collection<{ _id: string; tokenHash: string; lastUsedAt: Date | null; expiresAt: Date }>('apiTokens');
const issue = (client: HttpClient, name: string, role: Role = 'viewer', expiresInDays = 7) =>
  client.call(endpoints.createApiToken, { body: { name, role, expiresInDays } });
const statusWith = async (token: string) => (await server.anonymous.try(endpoints.listNodes, { headers: bearer(token) })).status;

async function userOf(name: string, role: Role) {
  const user = await server.adminClient.call(endpoints.createUser, { body: { name, role, password } });
  const client = new HttpClient(server.url);
  await client.login(name, password);
  return { user, client };
}

/** Socket of a token at one of the servers, connected. */
async function listen(url: string, token: string): Promise<Socket> {
  const link = io(`${url}${CONSOLE_NAMESPACE}`, { transports: ['websocket'], extraHeaders: bearer(token), reconnection: false });
  await new Promise<void>((resolve, reject) => {
    link.once('connect', resolve);
    link.once('connect_error', reject);
  });
  return link;
}

describe('an API token', () => {
  it('is shown once, stored as a hash, and acts for its user', async () => {
    const { token, ...issued } = await issue(server.adminClient, 'ci', 'operator');
    expect(token).toMatch(/^weft_[\w-]{43}$/);
    const [document] = await stored().find({ _id: issued.id }).toArray();
    expect(document?.tokenHash).toBe(tokenHash(token));
    expect(JSON.stringify(document)).not.toContain(token);
    const { items } = await server.adminClient.call(endpoints.listApiTokens);
    expect(items).toContainEqual(issued);
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(`${token}x`)).toBe(401);
  });

  it('records its last use, at most once a minute', async () => {
    const { id, token, lastUsedAt, version } = await issue(server.adminClient, 'used');
    expect(lastUsedAt).toBeNull();
    await statusWith(token);
    const first = (await stored().findOne({ _id: id }))?.lastUsedAt;
    expect(first).toBeInstanceOf(Date);
    await statusWith(token);
    expect((await stored().findOne({ _id: id }))?.lastUsedAt).toEqual(first);
    await stored().updateOne({ _id: id }, { $set: { lastUsedAt: new Date(Date.now() - 61_000) } });
    await statusWith(token);
    expect((await stored().findOne({ _id: id }))?.lastUsedAt?.getTime()).toBeGreaterThan(Date.now() - 10_000);
    // Uses do not change the version that a revocation is based on.
    await server.adminClient.call(endpoints.deleteApiToken, { params: { id }, ifMatch: version });
    expect(await statusWith(token)).toBe(401);
  });

  it('never has more rights than its user, who may lose rights later', async () => {
    const { user, client } = await userOf('olga', 'operator');
    expect(
      await client.refused(endpoints.createApiToken, { body: { name: 'more', role: 'administrator', expiresInDays: 1 } }),
    ).toMatchObject({
      code: 'not-possible',
      field: 'role',
    });
    const { token } = await issue(client, 'mine', 'operator');
    const change = { params: { id: '8d0d9c77-6d0c-4f5e-9d39-000000000000' }, ifMatch: 1, headers: bearer(token) };
    expect((await server.anonymous.try(endpoints.deleteVolume, change)).status).toBe(404);
    const changed = await server.adminClient.call(endpoints.updateUser, {
      params: { id: user.id },
      ifMatch: user.version,
      body: { role: 'viewer' },
    });
    expect((await server.anonymous.try(endpoints.deleteVolume, change)).status).toBe(403);
    const disabled = await server.adminClient.call(endpoints.updateUser, {
      params: { id: user.id },
      ifMatch: changed.version,
      body: { disabled: true },
    });
    expect(await statusWith(token)).toBe(401);
    await server.adminClient.call(endpoints.deleteUser, { params: { id: user.id }, ifMatch: disabled.version });
    expect(await stored().countDocuments({ tokenHash: tokenHash(token) })).toBe(0);
  });

  it('ends at its time, or earlier when the longest time is lowered', async () => {
    expect(
      await server.adminClient.refused(endpoints.createApiToken, { body: { name: 'long', role: 'viewer', expiresInDays: 31 } }),
    ).toMatchObject({ code: 'not-possible', field: 'expiresInDays', detail: expect.stringContaining('30') });
    const { id, token } = await issue(server.adminClient, 'short');
    await stored().updateOne({ _id: id }, { $set: { expiresAt: new Date() } });
    expect(await server.anonymous.refused(endpoints.listNodes, { headers: bearer(token) })).toMatchObject({
      status: 401,
      reason: { code: 'api-token-invalid' },
    });
    const older = await issue(server.adminClient, 'older');
    await server.mongo
      .collection<{ _id: string; createdAt: Date }>('apiTokens')
      .updateOne({ _id: older.id }, { $set: { createdAt: new Date(Date.now() - 31 * 86_400_000) } });
    expect(await statusWith(older.token)).toBe(401);
  });

  it('belongs to its user: others neither see nor revoke it, administrators do', async () => {
    const { client: vera } = await userOf('vera', 'viewer');
    const { client: nora } = await userOf('nora', 'viewer');
    const token = await issue(vera, 'ci');
    const revoke = { params: { id: token.id }, ifMatch: token.version };
    expect((await nora.call(endpoints.listApiTokens)).items).toEqual([]);
    expect(await nora.refused(endpoints.listApiTokens, { query: { userId: token.user.id } })).toMatchObject({ status: 403 });
    expect(await nora.refused(endpoints.deleteApiToken, revoke)).toMatchObject({ status: 404 });
    expect(await vera.refused(endpoints.createApiToken, { body: { name: 'ci', role: 'viewer', expiresInDays: 1 } })).toMatchObject({
      code: 'name-taken',
    });
    const { items } = await server.adminClient.call(endpoints.listApiTokens, { query: { userId: token.user.id } });
    expect(items.map(({ name, user }) => [name, user.name])).toEqual([['ci', 'vera']]);
    await server.adminClient.call(endpoints.deleteApiToken, revoke);
    expect(await statusWith(token.token)).toBe(401);
  });

  it('makes no token, ends none, and changes no user or password', async () => {
    const { token, id, version } = await issue(server.adminClient, 'powerful', 'administrator');
    const { user } = await server.adminClient.call(endpoints.session);
    const headers = bearer(token);
    const requests = [
      server.anonymous.refused(endpoints.createApiToken, { headers, body: { name: 'next', role: 'viewer', expiresInDays: 1 } }),
      server.anonymous.refused(endpoints.deleteApiToken, { headers, params: { id }, ifMatch: version }),
      server.anonymous.refused(endpoints.createUser, { headers, body: { name: 'eve', role: 'administrator', password } }),
      server.anonymous.refused(endpoints.updateUser, { headers, params: { id: user.id }, ifMatch: user.version, body: { password } }),
      server.anonymous.refused(endpoints.changePassword, { headers, body: { currentPassword: password, newPassword: `${password} x` } }),
    ];
    for (const refusal of await Promise.all(requests))
      expect(refusal).toMatchObject({ status: 403, reason: { code: 'api-token-session-only' } });
    expect(await server.anonymous.call(endpoints.listUsers, { headers })).toMatchObject({ total: expect.any(Number) });
  });

  it('is named by the audit beside its user', async () => {
    const { token, id } = await issue(server.adminClient, 'audited', 'operator');
    const refusal = { headers: bearer(token), params: { id: '8d0d9c77-6d0c-4f5e-9d39-000000000000' }, ifMatch: 1 };
    await server.anonymous.refused(endpoints.deleteVolume, refusal);
    const { items } = await server.adminClient.call(endpoints.listAudit, { query: { limit: 200, sort: '-at' } });
    expect(items.find(({ request }) => request?.token?.id === id)).toMatchObject({
      by: 'admin',
      action: 'refusal',
      request: { route: 'deleteVolume', token: { id, name: 'audited' } },
    });
    expect(items.find(({ request, subject }) => request?.route === 'createApiToken' && subject?.id === id)).toMatchObject({
      by: 'admin',
      subject: { kind: 'api-token', name: 'audited' },
      request: { token: null },
    });
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it('ends with its sockets on every server when it is revoked or expires, and when its user is disabled', async () => {
    const { user, client } = await userOf('rita', 'viewer');
    const tokens = [await issue(client, 'one'), await issue(client, 'two'), await issue(client, 'three')] as const;
    const links = await Promise.all(tokens.map(({ token }) => listen(other.url, token)));
    const kept = await listen(other.url, (await issue(server.adminClient, 'kept')).token);
    const [one, two, three] = links;
    await client.call(endpoints.deleteApiToken, { params: { id: tokens[0].id }, ifMatch: tokens[0].version });
    await expect.poll(() => one?.connected, { timeout: 5000 }).toBe(false);
    expect(two?.connected).toBe(true);
    await server.adminClient.call(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body: { disabled: true } });
    await expect.poll(() => [two?.connected, three?.connected], { timeout: 5000 }).toEqual([false, false]);
    const { id, token } = await issue(server.adminClient, 'ending');
    await stored().updateOne({ _id: id }, { $set: { expiresAt: new Date(Date.now() + 1500) } });
    const ending = await listen(other.url, token);
    await expect.poll(() => ending.connected, { timeout: 10_000 }).toBe(false);
    expect(kept.connected).toBe(true);
    kept.close();
  });

  it('has no more than the limit of siblings, also when several are made at once', async () => {
    const { client } = await userOf('many', 'viewer');
    const answers = await Promise.all(
      Array.from({ length: MAX_API_TOKENS_PER_USER + 3 }, (_, n) =>
        client.try(endpoints.createApiToken, { body: { name: `t${n}`, role: 'viewer', expiresInDays: 1 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_API_TOKENS_PER_USER);
  }, 60_000);
});
