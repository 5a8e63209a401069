import { createServer, type Socket } from 'node:net';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { OIDC_CONFIG, OidcBrowser, PUBLIC_URL, reasonOf } from '../../test-support/oidc-browser.js';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../test-support/oidc-provider.js';
import type { SessionDocument } from '../core/auth/sessions.js';
import type { UserDocument } from '../core/auth/user.document.js';

const DATABASE = testDatabase();
let provider: TestProvider;
let servers: TestServer[];
let server: TestServer;

class Browser extends OidcBrowser {
  constructor() {
    super(server.url);
  }

  async login(subject: string) {
    provider.person = subject;
    return this.finish(await provider.visit(await this.start()));
  }
}

const userOf = (name: string) => server.mongo.collection<UserDocument>('users').findOne({ name });

beforeAll(async () => {
  provider = await TestProvider.start(PUBLIC_URL);
  const config = { ...OIDC_CONFIG, oidcIssuer: provider.issuer };
  const first = await startTestServer({ mongoUri: DATABASE.uri, config: { ...config, mongodbDatabase: DATABASE.name } });
  const second = await startTestServer({ mongoUri: DATABASE.uri, database: DATABASE.name, dataDir: first.dataDir, config });
  servers = [first, second];
  server = first;
  await server.adminClient.call(endpoints.createRole, { body: { name: 'db-reader', permissions: ['volume:read'] } });
  for (const [sub, name, groups] of [
    ['1', 'vera', ['staff']],
    ['2', 'olga', ['staff', 'admins']],
    ['3', 'dirk', ['dba', 'staff']],
    ['4', 'nobody', ['others']],
    ['5', 'gina', ['ghosts']],
    ['6', 'Admin', ['staff']],
    ['7', '123', ['staff']],
  ] as const)
    provider.people.set(sub, { preferred_username: name, groups: [...groups] });
}, 60_000);
afterAll(async () => {
  for (const each of servers?.toReversed() ?? []) await each.stop();
  await provider?.stop();
});
afterEach(() => provider.overrides.clear());

describe('a login at the provider', () => {
  it('makes a user of its own kind, with the role of the groups', async () => {
    expect(await server.anonymous.call(endpoints.loginOptions)).toEqual({ oidc: { label: 'Example ID', available: true } });
    const vera = new Browser();
    const { status, body, headers } = await vera.login('1');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      user: { name: 'vera', role: 'viewer', identity: 'oidc', mustChangePassword: false },
      mustSetUpSecondFactor: false,
    });
    expect(headers.getSetCookie().join()).toMatch(/__Host-weft_session=.*HttpOnly.*SameSite=Strict/);
    expect((await new Browser().login('3')).body).toMatchObject({ user: { name: 'dirk', role: 'db-reader' } });
    expect(await userOf('vera')).toMatchObject({ oidc: { issuer: provider.issuer, subject: '1' } });
  });

  it('is bound to state, nonce and PKCE, of which the database has only hashes', async () => {
    const browser = new Browser();
    const url = new URL(await browser.start());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${PUBLIC_URL}/login/oidc`,
      code_challenge_method: 'S256',
      scope: 'openid profile groups',
    });
    const stored = JSON.stringify(await server.mongo.db.collection('oidcLogins').find().toArray());
    for (const name of ['state', 'nonce', 'code_challenge']) expect(stored).not.toContain(url.searchParams.get(name));
  });

  it('may come back to another server', async () => {
    const browser = new Browser();
    provider.person = '1';
    const back = await provider.visit(await browser.start());
    expect((await browser.finish(back, servers[1]?.url)).status).toBe(200);
  });

  it('refuses a second use, another state, another browser, and a login that nobody began', async () => {
    const browser = new Browser();
    provider.person = '1';
    const back = await provider.visit(await browser.start());
    const other = new Browser();
    await other.start();
    expect(reasonOf(await other.finish(back))).toBe('oidc-login-ended');
    expect(reasonOf(await new Browser().finish(back))).toBe('oidc-login-ended');
    const wrongState = new URLSearchParams(back);
    wrongState.set('state', 'x'.repeat(43));
    expect(reasonOf(await browser.finish(`?${wrongState}`))).toBe('oidc-login-ended');
    expect((await browser.finish(back)).status).toBe(200);
    expect(reasonOf(await browser.finish(back))).toBe('oidc-login-ended');
    const answers = await Promise.all([0, 1].map(async () => browser.finish(await provider.visit(await browser.start()))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('refuses what the provider refuses', async () => {
    const browser = new Browser();
    const state = new URL(await browser.start()).searchParams.get('state') ?? '';
    const parameters = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const { status, body } = await browser.finish(`?${parameters}`);
    expect([status, body.reason?.code]).toEqual([401, 'oidc-refused']);
    expect(body.detail).toContain('access_denied');
    const again = new Browser();
    const made = new URL(await again.start()).searchParams.get('state') ?? '';
    const invented = new URLSearchParams({ code: 'invented', state: made, iss: provider.issuer });
    expect(reasonOf(await again.finish(`?${invented}`))).toBe('oidc-refused');
  });

  it('refuses a code that was issued for another nonce', async () => {
    const browser = new Browser();
    provider.person = '1';
    const url = new URL(await browser.start());
    url.searchParams.set('nonce', 'another');
    expect(reasonOf(await browser.finish(await provider.visit(url.href)))).toBe('oidc-token-invalid');
  });

  it('refuses ID tokens of another issuer, audience, nonce, key or time', async () => {
    const sign = await provider.rotate();
    const other = await TestProvider.start(PUBLIC_URL);
    const stranger = await other.rotate();
    await other.stop();
    const now = Math.floor(Date.now() / 1000);
    const good = (nonce: string): JWTPayload => ({
      ...{ iss: provider.issuer, aud: CLIENT_ID, sub: '1', iat: now, exp: now + 60, nonce },
      ...{ preferred_username: 'vera', groups: ['staff'] },
    });
    const attempts: [string, (nonce: string) => Promise<string>, number][] = [
      ['a good one', (nonce) => sign(good(nonce)), 200],
      ['another issuer', (nonce) => sign({ ...good(nonce), iss: 'https://elsewhere.example' }), 401],
      ['another audience', (nonce) => sign({ ...good(nonce), aud: 'another' }), 401],
      ['another nonce', () => sign(good('another')), 401],
      ['no nonce', () => sign({ ...good(''), nonce: undefined }), 401],
      ['expired', (nonce) => sign({ ...good(nonce), iat: now - 600, exp: now - 60 }), 401],
      ['another key', (nonce) => stranger(good(nonce)), 401],
      ['no signature', async (nonce) => `${(await sign(good(nonce))).split('.').slice(0, 2).join('.')}.`, 401],
      ['no token', () => Promise.resolve(''), 401],
    ];
    for (const [what, token, expected] of attempts) {
      const browser = new Browser();
      const { searchParams } = new URL(await browser.start());
      const idToken = await token(searchParams.get('nonce') ?? '');
      provider.overrides.set('/token', (_request, response) => {
        const body = { access_token: 'x', token_type: 'Bearer', ...(idToken === '' ? {} : { id_token: idToken }) };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      const parameters = new URLSearchParams({ code: 'any', state: searchParams.get('state') ?? '', iss: provider.issuer });
      const { status, body } = await browser.finish(`?${parameters}`);
      expect([what, status], JSON.stringify(body)).toEqual([what, expected]);
      if (expected === 401) expect(body.reason?.code, what).toBe('oidc-token-invalid');
      expect(JSON.stringify(body)).not.toContain(idToken === '' ? CLIENT_SECRET : idToken);
    }
  });

  it('goes on when the provider has new keys', async () => {
    expect((await new Browser().login('1')).status).toBe(200);
    await provider.rotate();
    expect((await new Browser().login('1')).status).toBe(200);
  });
});

describe('users of the provider', () => {
  it('get the role of their groups at each login, and none without a group', async () => {
    const first = new Browser();
    expect((await first.login('2')).body).toMatchObject({ user: { role: 'administrator' } });
    const olga = provider.people.get('2') ?? expect.fail('olga is there');
    olga.groups = ['staff'];
    expect((await new Browser().login('2')).body).toMatchObject({ user: { name: 'olga', role: 'viewer' } });
    olga.groups = [];
    const { status, body } = await new Browser().login('2');
    expect([status, body.reason?.code]).toEqual([403, 'oidc-no-role']);
    expect(body.detail).toContain('No group of olga has a role here.');
    // Sessions of before end.
    expect((await server.anonymous.try(endpoints.session, { headers: first.headers })).status).toBe(401);
    olga.groups = ['admins'];
  });

  it('are refused without a group, with an unknown role, and without a name', async () => {
    expect(reasonOf(await new Browser().login('4'))).toBe('oidc-no-role');
    expect(reasonOf(await new Browser().login('5'))).toBe('oidc-role-unknown');
    expect(reasonOf(await new Browser().login('7'))).toBe('oidc-claim-missing');
    expect(await userOf('nobody')).toBeNull();
    expect(await userOf('gina')).toBeNull();
  });

  it('are never the local user of the same name', async () => {
    const { status, body } = await new Browser().login('6');
    expect([status, body.reason?.code]).toEqual([409, 'oidc-name-taken']);
    expect(await userOf('admin')).not.toHaveProperty('oidc');
    await new HttpClient(server.url).request('POST', '/api/v1/login', { body: { name: 'admin', password: ADMIN_PASSWORD } });
  });

  it('keep their name, and are found by their subject', async () => {
    const vera = provider.people.get('1') ?? expect.fail('vera is there');
    vera.preferred_username = 'vera-new';
    expect((await new Browser().login('1')).body).toMatchObject({ user: { name: 'vera' } });
    vera.preferred_username = 'vera';
    // Another subject that takes the name is another user.
    provider.people.set('8', { preferred_username: 'vera', groups: ['admins'] });
    expect(reasonOf(await new Browser().login('8'))).toBe('oidc-name-taken');
  });

  it('have no password, role or second factor here', async () => {
    await new Browser().login('1');
    const local = await server.anonymous.refused(endpoints.login, { body: { name: 'vera', password: 'any' } });
    expect(local).toMatchObject({ status: 401, reason: { code: 'login-wrong' } });
    const user = (await userOf('vera')) ?? expect.fail('vera is stored');
    const params = { id: user._id };
    for (const body of [{ password: 'correct horse battery' }, { role: 'operator' }, { mustChangePassword: true }])
      expect(await server.adminClient.refused(endpoints.updateUser, { params, ifMatch: user.version, body })).toMatchObject({
        reason: { code: 'user-of-provider' },
      });
    const vera = new Browser();
    await vera.login('1');
    const { body } = await vera.post(endpoints.startTotp.path, { currentPassword: '' });
    expect(body.reason?.code).toBe('user-of-provider');
    const disabled = await server.adminClient.call(endpoints.updateUser, { params, ifMatch: user.version, body: { disabled: true } });
    expect((await server.anonymous.try(endpoints.session, { headers: vera.headers })).status).toBe(401);
    expect(reasonOf(await new Browser().login('1'))).toBe('user-disabled');
    await server.adminClient.call(endpoints.updateUser, { params, ifMatch: disabled.version, body: { disabled: false } });
  });

  it('prove themselves by a recent login, and are no local administrator that could be the last one', async () => {
    const olga = new Browser();
    await olga.login('2');
    const target = await server.adminClient.call(endpoints.createUser, {
      body: { name: 'target', role: 'viewer', password: 'correct horse battery' },
    });
    const path = endpoints.resetSecondFactors.path.replace(':id', target.id);
    expect((await olga.post(path, { currentPassword: '' })).status).toBe(200);
    const sessions = server.mongo.collection<SessionDocument>('sessions');
    const { _id: userId } = (await userOf('olga')) ?? expect.fail('olga is stored');
    await sessions.updateMany({ userId }, { $set: { createdAt: new Date(Date.now() - 16 * 60_000) } });
    expect(reasonOf(await olga.post(path, { currentPassword: '' }))).toBe('recent-login-required');
    const { user } = await server.adminClient.call(endpoints.session);
    expect(
      await server.adminClient.refused(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body: { disabled: true } }),
    ).toMatchObject({ reason: { code: 'last-administrator' } });
  });

  it('are in the audit with each login, right or refused', async () => {
    await new Browser().login('1');
    await new Browser().login('4');
    const read = async () =>
      (await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } })).items
        .filter(({ request }) => request?.route === 'finishOidcLogin')
        .map(({ by, action, request }) => [by, action, request?.name, request?.code]);
    await expect.poll(read).toEqual(
      expect.arrayContaining([
        ['vera', 'change', 'vera', null],
        ['anonymous', 'refusal', 'nobody', 'forbidden'],
      ]),
    );
  });
});

describe('a logout', () => {
  const pageOf = async ({ headers }: Browser) => (await server.anonymous.call(endpoints.oidcLogoutPage, { headers })).url;

  it('has the page that ends the session at the provider', async () => {
    const vera = new Browser();
    await vera.login('1');
    const url = new URL((await pageOf(vera)) ?? '');
    expect(url.href).toMatch(new RegExp(`^${provider.issuer}/session/end\\?`));
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
    expect((await vera.post(endpoints.logout.path)).status).toBe(204);
    expect((await server.anonymous.try(endpoints.oidcLogoutPage, { headers: vera.headers })).status).toBe(401);
  });

  it('stores the ID token sealed', async () => {
    await new Browser().login('1');
    const stored = JSON.stringify(await server.mongo.db.collection('sessions').find().toArray());
    expect(stored).toContain('"idToken":{"keyId"');
    expect(stored).not.toMatch(/"ey[A-Za-z0-9_-]+\./);
  });

  it('has no page for a local user', async () => {
    const local = new HttpClient(server.url);
    const { headers } = await local.login('admin', ADMIN_PASSWORD);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await server.anonymous.call(endpoints.oidcLogoutPage, { headers: { cookie } })).toEqual({ url: null });
  });
});

describe('without an answer of the provider', () => {
  it('the login page shows it, local users log in, and a login at the provider ends with a reason', async () => {
    const [waiting, here] = [new Browser(), new Browser()];
    provider.person = '1';
    const back = await provider.visit(await waiting.start());
    await here.login('1');
    await provider.stop();
    try {
      const start = performance.now();
      expect(reasonOf(await new Browser().post(endpoints.startOidcLogin.path))).toBe('oidc-unavailable');
      expect(await server.anonymous.call(endpoints.loginOptions)).toMatchObject({ oidc: { available: false } });
      expect(reasonOf(await waiting.finish(back))).toBe('oidc-unavailable');
      await new HttpClient(server.url).login('admin', ADMIN_PASSWORD);
      expect(await server.anonymous.call(endpoints.oidcLogoutPage, { headers: here.headers })).toEqual({ url: null });
      expect(performance.now() - start).toBeLessThan(20_000);
    } finally {
      await provider.startAgain();
    }
    expect((await new Browser().login('1')).status).toBe(200);
  }, 30_000);

  it('nothing hangs when it accepts connections and is silent', async () => {
    await provider.stop();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(Number(new URL(provider.issuer).port), '127.0.0.1', resolve));
    try {
      const start = performance.now();
      expect(reasonOf(await new Browser().post(endpoints.startOidcLogin.path))).toBe('oidc-unavailable');
      expect(performance.now() - start).toBeGreaterThan(2000);
      expect(performance.now() - start).toBeLessThan(8000);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
      await provider.startAgain();
    }
  }, 30_000);
});

it('reads claims that the ID token lacks from the userinfo page', async () => {
  const other = await TestProvider.start(PUBLIC_URL, { inToken: false });
  other.people.set('1', { preferred_username: 'uma', groups: ['staff'] });
  const { uri } = testDatabase();
  const own = await startTestServer({
    mongoUri: uri,
    config: {
      publicUrl: PUBLIC_URL,
      oidcIssuer: other.issuer,
      oidcClientId: CLIENT_ID,
      oidcClientSecret: CLIENT_SECRET,
      oidcScopes: ['openid', 'profile', 'groups'],
      oidcRoles: ['staff=operator'],
    },
  });
  try {
    const browser = new Browser();
    other.person = '1';
    const { body } = await browser.finish(await other.visit(await browser.start(own.url)), own.url);
    expect(body).toMatchObject({ user: { name: 'uma', role: 'operator' } });
    expect(other.asked).toContain('/me');
  } finally {
    await own.stop();
    await other.stop();
  }
});
