import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';

let server: TestServer;
/** Works on the same cluster. */
let other: TestServer;
const password = 'correct horse battery';

beforeAll(async () => {
  const mongoUri = testDatabase().uri;
  server = await startTestServer({ mongoUri });
  other = await startTestServer({ mongoUri, database: server.mongo.db.databaseName, dataDir: server.dataDir });
  for (const name of ['vera', 'nora']) await server.adminClient.call(endpoints.createUser, { body: { name, role: 'viewer', password } });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

async function loggedIn(name: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  await client.login(name, password);
  return client;
}

const statusOf = async (client: HttpClient) => (await client.try(endpoints.session)).status;
const idOf = async (client: HttpClient) => (await client.call(endpoints.listSessions)).items.find(({ current }) => current)?.id ?? '';

/** Socket of a session at the other server, connected. */
async function listen(client: HttpClient): Promise<Socket> {
  const extraHeaders = { cookie: client.sessionCookie ?? '' };
  const link = io(`${other.url}${CONSOLE_NAMESPACE}`, { transports: ['websocket'], extraHeaders, reconnection: false });
  await new Promise<void>((resolve, reject) => {
    link.once('connect', resolve);
    link.once('connect_error', reject);
  });
  return link;
}

describe('sessions of a user', () => {
  it('are listed with address, user agent and times, without what could be used to log in', async () => {
    const client = await loggedIn('vera');
    await loggedIn('vera');
    const { items, total } = await client.call(endpoints.listSessions);
    expect(total).toBe(2);
    expect(items.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(items[0]).toMatchObject({
      user: { name: 'vera' },
      address: '127.0.0.1',
      userAgent: expect.stringContaining('node'),
      lastUsedAt: null,
    });
    expect(JSON.stringify(items)).not.toContain(client.sessionCookie?.split('=')[1]);
    await client.call(endpoints.endSessions, { body: {} });
  });

  it('record their last use, at most once a minute', async () => {
    const client = await loggedIn('vera');
    const stored = server.mongo.collection<{ _id: string; userId: string; createdAt: Date; lastUsedAt?: Date }>('sessions');
    const { user } = await client.call(endpoints.session);
    expect((await stored.findOne({ userId: user.id }))?.lastUsedAt).toBeUndefined();
    await stored.updateOne({ userId: user.id }, { $set: { createdAt: new Date(Date.now() - 61_000) } });
    await client.call(endpoints.session);
    const used = (await stored.findOne({ userId: user.id }))?.lastUsedAt;
    expect(used).toBeInstanceOf(Date);
    await client.call(endpoints.session);
    expect((await stored.findOne({ userId: user.id }))?.lastUsedAt).toEqual(used);
    await client.call(endpoints.endSessions, { body: {} });
  });

  it('end one by one, with their sockets on other servers, and the rest stay', async () => {
    const [here, there] = [await loggedIn('vera'), await loggedIn('vera')];
    const [kept, ending] = [await listen(here), await listen(there)];
    const ended = await here.call(endpoints.endSession, { params: { sessionId: await idOf(there) } });
    expect(ended).toMatchObject({ user: { name: 'vera' }, ended: 1 });
    expect(await statusOf(there)).toBe(401);
    await expect.poll(() => ending.connected, { timeout: 5000 }).toBe(false);
    expect([await statusOf(here), kept.connected]).toEqual([200, true]);
    kept.close();
  });

  it('end everywhere at once', async () => {
    const clients = [await loggedIn('vera'), await loggedIn('vera'), await loggedIn('vera')];
    const link = await listen(clients[1] as HttpClient);
    const { ended } = (await clients[0]?.call(endpoints.endSessions, { body: {} })) ?? {};
    expect(ended).toBeGreaterThanOrEqual(3);
    expect(await Promise.all(clients.map(statusOf))).toEqual([401, 401, 401]);
    await expect.poll(() => link.connected, { timeout: 5000 }).toBe(false);
  });

  it('of another user are for administrators', async () => {
    const [vera, nora] = [await loggedIn('vera'), await loggedIn('nora')];
    const sessionId = await idOf(vera);
    const { user } = await vera.call(endpoints.session);
    expect(await nora.refused(endpoints.endSession, { params: { sessionId } })).toMatchObject({ status: 404 });
    expect(await nora.refused(endpoints.endSessions, { body: { userId: user.id } })).toMatchObject({ status: 403 });
    expect(await nora.refused(endpoints.listSessions, { query: { userId: user.id } })).toMatchObject({ status: 403 });
    expect(await statusOf(vera)).toBe(200);
    const { items } = await server.adminClient.call(endpoints.listSessions, { query: { userId: user.id } });
    expect(items.map(({ id, current }) => [id, current])).toEqual([[sessionId, false]]);
    await server.adminClient.call(endpoints.endSession, { params: { sessionId } });
    expect(await statusOf(vera)).toBe(401);
    const again = await loggedIn('vera');
    expect(await server.adminClient.call(endpoints.endSessions, { body: { userId: user.id } })).toMatchObject({
      ended: 1,
      user: { name: 'vera' },
    });
    expect([await statusOf(again), await statusOf(nora), await statusOf(server.adminClient)]).toEqual([401, 200, 200]);
    const audit = await server.adminClient.call(endpoints.listAudit, { query: { action: 'change', limit: 200, sort: '-at' } });
    expect(audit.items.find(({ request }) => request?.route === 'endSessions')).toMatchObject({
      by: 'admin',
      subject: { kind: 'user', id: user.id, name: 'vera' },
    });
  });
});
