import { type Endpoint, isChanging } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Permission, permissionNames } from '@weft/shared/kinds/access/permissions';
import { permissionsOf } from '@weft/shared/kinds/access/role';
import { nounOfPath } from '@weft/shared/kinds/nouns';
import { roles } from '@weft/shared/kinds/user';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { AccessCheck } from '../core/http/access-check.js';

/** Who calls, as the declared table sees it: nothing, or permissions with the limits of the credential and of the volumes. */
interface Who {
  name: string;
  permissions: readonly Permission[] | null;
  isToken?: boolean;
  /** Sees only the volumes of groups, or of a selector. */
  isRestricted?: boolean;
  nouns?: readonly string[];
  headers: Record<string, string>;
}

const password = 'correct horse battery';
/** Ids of nothing: an allowed request ends with another refusal, and changes nothing. */
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
/** It ends the credential that calls it, so it comes last. `endSessions` needs a body, which no request here has. */
const ENDING = ['logout'];
const all = (Object.values(endpoints) as Endpoint[]).sort((a, b) => ENDING.indexOf(a.id) - ENDING.indexOf(b.id));

let server: TestServer;
let foreign: TestServer | undefined;
const callers: Who[] = [];

const expected = (endpoint: Endpoint, { permissions, isToken, isRestricted, nouns }: Who): 401 | 403 | 'allowed' => {
  if (endpoint.access === 'public') return 'allowed';
  if (permissions === null) return 401;
  if (isToken && endpoint.sessionOnly) return 403;
  if (nouns && !nouns.includes(nounOfPath(endpoint.path) ?? '')) return 403;
  const isPermitted = endpoint.access === 'scrape' || endpoint.access === 'user' || permissions.includes(endpoint.access);
  return isPermitted && !(isRestricted && endpoint.volumeScope === 'refused') ? 'allowed' : 403;
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookieOf = (client: HttpClient) => ({ cookie: client.sessionCookie ?? '' });

async function loggedIn(name: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  await client.login(name, password);
  return client;
}

const create = (client: HttpClient, name: string, role: string, more: object = {}) =>
  client.call(endpoints.createApiToken, { body: { name, role, expiresInDays: 1, ...more } });

/** A custom role with a user, and the ways in which this user can call. */
async function addCustom(name: string, permissions: readonly Permission[], volumes: 'all' | 'groups'): Promise<void> {
  const { adminClient: admin } = server;
  await admin.call(endpoints.createRole, { body: { name, permissions: [...permissions], volumes } });
  const { id } = await admin.call(endpoints.createUser, { body: { name: `${name}-user`, role: name, password } });
  const selector = [{ label: 'team', operator: '=', value: name }];
  await admin.call(endpoints.createVolumeGroup, { body: { name, selector, verbs: ['see', 'attach', 'change'], memberIds: [id] } });
  const client = await loggedIn(`${name}-user`);
  const isRestricted = volumes === 'groups';
  callers.push({ name: `${name} in a session`, permissions, isRestricted, headers: cookieOf(client) });
  const { token } = await create(client, 'matrix', name);
  callers.push({ name: `token of a ${name}`, permissions, isRestricted, isToken: true, headers: bearer(token) });
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { requestsPerSecond: 100_000 } });
  const { adminClient: admin, mongo } = server;
  for (const role of ['viewer', 'operator'] as const) await admin.call(endpoints.createUser, { body: { name: role, role, password } });
  await admin.call(endpoints.createUser, { body: { name: 'ruler', role: 'administrator', password } });
  callers.push({ name: 'nobody', permissions: null, headers: {} });
  for (const role of roles) {
    const client = await loggedIn(role === 'administrator' ? 'ruler' : role);
    callers.push({ name: `${role} in a session`, permissions: permissionsOf(role), headers: cookieOf(client) });
    const { token } = await create(client, 'matrix', role);
    callers.push({ name: `token of a ${role}`, permissions: permissionsOf(role), isToken: true, headers: bearer(token) });
  }
  const ended = await loggedIn('ruler');
  await ended.call(endpoints.logout);
  callers.push({ name: 'ended session', permissions: null, headers: cookieOf(ended) });
  const expired = await create(admin, 'expired', 'administrator');
  await mongo.collection<{ _id: string; expiresAt: Date }>('apiTokens').updateOne({ _id: expired.id }, { $set: { expiresAt: new Date() } });
  callers.push({ name: 'expired token', permissions: null, headers: bearer(expired.token) });
  const revoked = await create(admin, 'revoked', 'administrator');
  await admin.call(endpoints.deleteApiToken, { params: { id: revoked.id }, ifMatch: revoked.version });
  callers.push({ name: 'revoked token', permissions: null, headers: bearer(revoked.token) });
  callers.push({ name: 'invented token', permissions: null, headers: bearer(`weft_${'x'.repeat(43)}`) });
  const stale = await loggedIn('ruler');
  callers.push({ name: 'revoked token beside a session', permissions: null, headers: { ...cookieOf(stale), ...bearer(revoked.token) } });
  const nouns = ['volume', 'job'];
  const narrow = await create(admin, 'narrow', 'administrator', { nouns });
  callers.push({
    name: 'administrator token for volumes and jobs',
    permissions: permissionNames,
    isToken: true,
    nouns,
    headers: bearer(narrow.token),
  });
  const low = await create(admin, 'low', 'viewer');
  callers.push({
    name: 'viewer token of an administrator',
    permissions: permissionsOf('viewer'),
    isToken: true,
    headers: bearer(low.token),
  });
  await addCustom('keeper', ['volume:read', 'volume:create', 'user:read', 'drive:wipe'], 'all');
  await addCustom('tenant', permissionNames, 'groups');
  await addCustom('guest', ['volume:read', 'attachment:read', 'job:read'], 'groups');
  const selector = [{ label: 'team', operator: '=', value: 'orders' }];
  const labelled = await create(admin, 'labelled', 'administrator', { volumes: selector });
  callers.push({
    ...{ name: 'administrator token for labelled volumes', permissions: permissionNames },
    ...{ isRestricted: true, isToken: true, headers: bearer(labelled.token) },
  });
  const both = await create(admin, 'both', 'administrator', { volumes: selector, nouns });
  callers.push({
    ...{ name: 'administrator token for labelled volumes by one noun', permissions: permissionNames, nouns },
    ...{ isRestricted: true, isToken: true, headers: bearer(both.token) },
  });
  foreign = await startTestServer({ mongoUri: testDatabase().uri });
  const theirs = await create(foreign.adminClient, 'theirs', 'administrator');
  callers.push({ name: 'token of another cluster', permissions: null, headers: bearer(theirs.token) });
  callers.push({ name: 'session of another cluster', permissions: null, headers: cookieOf(foreign.adminClient) });
}, 120_000);
afterAll(async () => {
  await foreign?.stop();
  await server?.stop();
});

describe('access to every route', () => {
  it('follows the declared table for each kind of caller', async () => {
    const wrong: unknown[] = [];
    let asked = 0;
    for (const endpoint of all)
      for (const who of callers) {
        const answer = await server.anonymous.try(endpoint, { ...anyCall, headers: who.headers });
        const outcome = answer.status === 401 || answer.status === 403 ? answer.status : 'allowed';
        const wanted = expected(endpoint, who);
        asked++;
        // A login without a body and a probe of an unready server are answers too; a failure of the server is none.
        if (outcome !== wanted || answer.status === 500) wrong.push([endpoint.id, who.name, answer.status, wanted, answer.body]);
      }
    expect(wrong).toEqual([]);
    expect(asked).toBe(all.length * callers.length);
  }, 240_000);

  it('covers both outcomes for each role, so that the table itself is tested', () => {
    for (const who of callers.filter(({ permissions }) => permissions !== null)) {
      const outcomes = all.map((endpoint) => expected(endpoint, who));
      if (who.permissions?.length !== permissionNames.length || who.isToken || who.isRestricted) expect(outcomes, who.name).toContain(403);
      expect(outcomes, who.name).toContain('allowed');
    }
    expect(all.filter((each) => each.sessionOnly && isChanging(each)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['createApiToken', 'deleteApiToken', 'createUser', 'updateUser', 'deleteUser', 'changePassword']),
    );
  });
});

describe('requests from pages of other origins', () => {
  it.each([
    ['Origin', { origin: 'https://evil.example' }, 'foreign-origin'],
    ['Origin null', { origin: 'null' }, 'foreign-origin'],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 'foreign-site'],
  ])('change nothing with the session of a browser (%s)', async (_, foreign, code) => {
    const { adminClient } = server;
    for (const endpoint of all.filter(({ method }) => method !== 'GET'))
      expect(await adminClient.refused(endpoint, { ...anyCall, headers: foreign }), endpoint.id).toMatchObject({
        status: 403,
        reason: { code },
      });
    expect((await adminClient.try(endpoints.session)).status).toBe(200);
  });

  it('open no socket with the session of a browser', async () => {
    const headers = cookieOf(server.adminClient);
    expect(await connect(CONSOLE_NAMESPACE, headers)).toBeNull();
    for (const namespace of server.app.get(AccessCheck).namespaces())
      for (const origin of ['https://evil.example', 'null'])
        expect(await connect(namespace, { ...headers, origin }), `${namespace} from ${origin}`).not.toBeNull();
  });
});

/** @returns null: connected; otherwise why not. */
async function connect(namespace: string, headers: Record<string, string>): Promise<string | null> {
  const link = io(`${server.url}${namespace}`, { transports: ['websocket'], extraHeaders: headers, reconnection: false });
  try {
    return await new Promise<string | null>((resolve) => {
      link.once('connect', () => resolve(null));
      link.once('connect_error', (error) => resolve(error.message));
    });
  } finally {
    link.close();
  }
}

describe('access to every socket', () => {
  it('opens the console to users with a full credential, and nothing to nobody', async () => {
    const console = await loggedIn('ruler');
    expect(await connect(CONSOLE_NAMESPACE, cookieOf(console))).toBeNull();
    for (const who of callers.filter(({ name }) => !name.endsWith('in a session'))) {
      const refusal = await connect(CONSOLE_NAMESPACE, who.headers);
      if (who.permissions !== null && !who.nouns) expect(refusal, who.name).toBeNull();
      else expect(refusal, who.name).toEqual(expect.any(String));
    }
  });

  it('opens no other namespace to a user, a token or nobody', async () => {
    const { adminClient } = server;
    const administrator = { name: 'administrator', headers: cookieOf(adminClient) };
    for (const namespace of server.app
      .get(AccessCheck)
      .namespaces()
      .filter((each) => each !== CONSOLE_NAMESPACE))
      for (const who of [...callers, administrator])
        expect(await connect(namespace, who.headers), `${who.name} at ${namespace}`).not.toBeNull();
  });

  it('serves exactly these namespaces', () => {
    expect(server.app.get(AccessCheck).namespaces().sort()).toEqual(['/agents', '/console', '/servers']);
  });
});
