import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DeviceLogin, DeviceLoginStarted } from '@weft/shared/kinds/access/oidc';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { HttpClient } from '../../test-support/http-client.js';
import { OIDC_CONFIG, OidcBrowser, PUBLIC_URL, reasonOf } from '../../test-support/oidc-browser.js';
import { TestProvider } from '../../test-support/oidc-provider.js';
import type { SessionDocument } from '../core/auth/sessions.js';

const DATABASE = testDatabase();
let provider: TestProvider;
let servers: TestServer[];
let server: TestServer;

const logins = () => server.mongo.db.collection('oidcLogins');

/** A program without a browser. Each one has an address of its own, as the trusted proxy tells it. */
class Program {
  private static count = 0;
  private readonly address = `198.51.100.${++Program.count}`;
  begun: DeviceLoginStarted | undefined;
  cookie = '';

  private async post(path: string, body: object, url = server.url) {
    const answer = await new HttpClient(url).request('POST', path, { body, headers: { 'x-forwarded-for': this.address } });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return answer as { status: number; body: DeviceLogin & { reason?: { code: string }; detail?: string }; headers: Headers };
  }

  begin(url?: string) {
    return this.post(endpoints.startOidcDeviceLogin.path, {}, url);
  }

  async start(): Promise<DeviceLoginStarted> {
    const { status, body } = await this.begin();
    expect(status, JSON.stringify(body)).toBe(200);
    this.begun = body as unknown as DeviceLoginStarted;
    return this.begun;
  }

  poll(handle = this.begun?.handle ?? '', url?: string) {
    return this.post(endpoints.finishOidcDeviceLogin.path, { handle }, url);
  }

  /** Polls as if the interval had passed. */
  async duePoll(url?: string) {
    await logins().updateMany({ device: { $exists: true } }, { $set: { 'device.nextPollAt': new Date(0) } });
    return this.poll(undefined, url);
  }

  decide(subject: string, decision: 'confirm' | 'abort') {
    provider.person = subject;
    return provider.decide(this.begun?.verificationUri ?? '', this.begun?.userCode ?? '', decision);
  }

  get session() {
    return server.anonymous.try(endpoints.session, { headers: { cookie: this.cookie } });
  }
}

beforeAll(async () => {
  provider = await TestProvider.start(PUBLIC_URL);
  const config = { ...OIDC_CONFIG, oidcIssuer: provider.issuer, trustProxy: 1 };
  const first = await startTestServer({ mongoUri: DATABASE.uri, database: DATABASE.name, config });
  const second = await startTestServer({ mongoUri: DATABASE.uri, database: DATABASE.name, dataDir: first.dataDir, config });
  servers = [first, second];
  server = first;
  provider.people.set('1', { preferred_username: 'vera', groups: ['staff'] });
  provider.people.set('4', { preferred_username: 'nobody', groups: ['others'] });
}, 60_000);
afterAll(async () => {
  for (const each of servers?.toReversed() ?? []) await each.stop();
  await provider?.stop();
});
afterEach(async () => {
  provider.overrides.clear();
  provider.deviceSeconds = 600;
  await logins().deleteMany({});
});

describe('a login of a program at the provider', () => {
  it('waits for the approval, on any server, and gives the session of any other login', async () => {
    const program = new Program();
    const begun = await program.start();
    expect(begun).toMatchObject({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/) as string,
      verificationUri: `${provider.issuer}/device`,
      verificationUriComplete: `${provider.issuer}/device?user_code=${begun.userCode}`,
      ...{ intervalSeconds: 5, expiresInSeconds: 600 },
    });
    expect((await program.duePoll()).body).toEqual({ state: 'pending', intervalSeconds: 5, session: null });
    expect(program.cookie).toBe('');

    expect(await program.decide('1', 'confirm')).toContain('Sign-in Success');
    const { status, body, headers } = await program.duePoll(servers[1]?.url);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ state: 'done', session: { user: { name: 'vera', role: 'viewer', identity: 'oidc' } } });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-weft_session=.*HttpOnly.*SameSite=Strict/)]);
    expect(await program.session).toMatchObject({ status: 200, body: { user: { name: 'vera' } } });
  });

  it('finishes once: a second use, another handle and the handle of a browser are refused alike', async () => {
    const program = new Program();
    await program.start();
    await program.decide('1', 'confirm');
    await logins().updateMany({}, { $set: { 'device.nextPollAt': new Date(0) } });
    const answers = await Promise.all([0, 1].map((each) => program.poll(undefined, servers[each]?.url)));
    expect(answers.map(({ body }) => body.state).sort()).toEqual(expect.arrayContaining(['done']));
    expect(answers.filter(({ body }) => body.session)).toHaveLength(1);
    expect(reasonOf(await program.duePoll())).toBe('oidc-login-ended');
    expect(reasonOf(await new Program().poll('x'.repeat(43)))).toBe('oidc-login-ended');

    const browser = new OidcBrowser(server.url);
    const state = new URL(await browser.start()).searchParams.get('state') ?? '';
    expect(reasonOf(await new Program().poll(state))).toBe('oidc-login-ended');
    // The other way round: the return of a browser finds no login of a program.
    const { handle } = await new Program().start();
    const returned = await browser.finish(`?${new URLSearchParams({ code: 'any', state: handle, iss: provider.issuer })}`);
    expect(reasonOf(returned)).toBe('oidc-login-ended');
    expect(await logins().countDocuments({ device: { $exists: true } })).toBe(1);
  });

  it('stores neither the handle nor the code of the provider in clear', async () => {
    let deviceCode = '';
    provider.overrides.set('/device/auth', (_request, response) => {
      deviceCode = 'device-code-of-the-provider';
      const body = {
        device_code: deviceCode,
        user_code: 'ABCD',
        verification_uri: 'https://id.example/device',
        expires_in: 7200,
        interval: 1,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { handle, expiresInSeconds, intervalSeconds } = await new Program().start();
    const stored = JSON.stringify(await logins().find().toArray());
    expect(stored).toContain('"device"');
    for (const secret of [handle, deviceCode]) expect(stored).not.toContain(secret);
    // The server allows less time than this provider.
    expect({ expiresInSeconds, intervalSeconds }).toEqual({ expiresInSeconds: 900, intervalSeconds: 1 });
  });

  it('is refused when the user denies it at the provider', async () => {
    const program = new Program();
    await program.start();
    await program.decide('1', 'abort');
    expect(await program.duePoll()).toMatchObject({ status: 401, body: { reason: { code: 'oidc-device-denied' } } });
    expect(reasonOf(await program.duePoll())).toBe('oidc-login-ended');
  });

  it('expires, at the provider or here', async () => {
    provider.deviceSeconds = 1;
    const atProvider = new Program();
    await atProvider.start();
    await logins().updateMany({}, { $set: { expiresAt: new Date(Date.now() + 60_000) } });
    await expect.poll(async () => reasonOf(await atProvider.duePoll()), { interval: 300, timeout: 10_000 }).toBe('oidc-device-expired');
    expect(reasonOf(await atProvider.duePoll())).toBe('oidc-login-ended');
    const here = new Program();
    await here.start();
    await logins().updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(reasonOf(await here.duePoll())).toBe('oidc-device-expired');
  });

  it('slows a program down that polls too early, without a request to the provider', async () => {
    const program = new Program();
    await program.start();
    const before = provider.asked.length;
    expect((await program.poll()).body).toEqual({ state: 'slow-down', intervalSeconds: 10, session: null });
    expect((await program.poll()).body).toMatchObject({ state: 'slow-down', intervalSeconds: 15 });
    expect(provider.asked.slice(before)).toEqual([]);
    provider.overrides.set('/token', (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'slow_down' }));
    });
    expect((await program.duePoll()).body).toMatchObject({ state: 'slow-down', intervalSeconds: 20 });
    provider.overrides.clear();
    expect((await program.duePoll()).body).toMatchObject({ state: 'pending', intervalSeconds: 20 });
  });

  it('goes on after a poll that the provider did not answer', async () => {
    const program = new Program();
    await program.start();
    await program.decide('1', 'confirm');
    await provider.stop();
    try {
      expect(await program.duePoll()).toMatchObject({ status: 503, body: { reason: { code: 'oidc-unavailable' } } });
    } finally {
      await provider.startAgain();
    }
    expect((await program.duePoll()).body).toMatchObject({ state: 'done' });
  });

  it('refuses users without a role, and ID tokens that the provider did not sign', async () => {
    const nobody = new Program();
    await nobody.start();
    await nobody.decide('4', 'confirm');
    expect(await nobody.duePoll()).toMatchObject({ status: 403, body: { reason: { code: 'oidc-no-role' } } });
    const other = await TestProvider.start(PUBLIC_URL);
    const stranger = await other.rotate();
    await other.stop();
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.issuer, aud: 'weft', sub: '1', iat: now, exp: now + 60, preferred_username: 'vera', groups: ['staff'] };
    for (const idToken of [await stranger(claims), undefined]) {
      const program = new Program();
      await program.start();
      provider.overrides.set('/token', (_request, response) => {
        const body = { access_token: 'x', token_type: 'Bearer', ...(idToken ? { id_token: idToken } : {}) };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      expect(await program.duePoll()).toMatchObject({ status: 401, body: { reason: { code: 'oidc-token-invalid' } } });
      expect(program.cookie).toBe('');
      provider.overrides.clear();
    }
  });

  it('is in the audit when it has an outcome, and not for each poll', async () => {
    const [allowed, denied] = [new Program(), new Program()];
    for (const program of [allowed, denied]) {
      await program.start();
      await program.duePoll();
      await program.poll();
    }
    await allowed.decide('1', 'confirm');
    await denied.decide('1', 'abort');
    await allowed.duePoll();
    await denied.duePoll();
    const read = async () =>
      (await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } })).items
        .filter(({ request }) => request?.address === allowed['address'] || request?.address === denied['address'])
        .map(({ by, action, subject, request }) => [request?.route, by, action, subject?.name ?? null, request?.code, request?.count])
        .sort();
    await expect.poll(read).toEqual([
      ['finishOidcDeviceLogin', 'anonymous', 'refusal', null, 'unauthenticated', 1],
      ['finishOidcDeviceLogin', 'vera', 'change', 'vera', null, 1],
    ]);
    const sessions = server.mongo.collection<SessionDocument>('sessions');
    expect(await sessions.countDocuments({ address: allowed['address'] })).toBe(1);
  });
});

describe('limits', () => {
  it('bound the open logins of an address and of all, on every server', async () => {
    const program = new Program();
    for (let each = 0; each < 10; each++) expect((await program.begin(servers[each % 2]?.url)).status).toBe(200);
    const refused = await program.begin(servers[1]?.url);
    expect([refused.status, reasonOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'oidc-device-logins-open', '60']);
    expect((await new Program().begin()).status).toBe(200);
    const [sample] = await logins().find().toArray();
    const others = Array.from({ length: 90 }, (_, each) => ({
      ...sample,
      _id: `other-${each}`,
      device: { ...sample?.device, address: `203.0.113.${each}` },
    }));
    await logins().insertMany(others as never);
    expect(reasonOf(await new Program().begin())).toBe('oidc-device-logins-open');
    // Other ways to log in stay open.
    expect(await new OidcBrowser(server.url).start()).toContain(provider.issuer);
    await logins().updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await new Program().begin()).status).toBe(200);
  });

  it('bound invented handles by address', async () => {
    const [stranger, program] = [new Program(), new Program()];
    await program.start();
    const statuses: number[] = [];
    for (let each = 0; each < 25; each++) statuses.push((await stranger.poll(`invented-${each}`)).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await program.duePoll()).body.state).toBe('pending');
  });

  it('refuse answers of the provider that are too long, or no page for people', async () => {
    const answers = [
      { device_code: 'x'.repeat(5000) },
      { user_code: 'x'.repeat(65) },
      { verification_uri: 'javascript:alert(1)' },
      { verification_uri_complete: 'http://id.example/device?user_code=A' },
    ];
    for (const wrong of answers) {
      provider.overrides.set('/device/auth', (_request, response) => {
        const good = { device_code: 'x', user_code: 'ABCD', verification_uri: 'https://id.example/device', expires_in: 600 };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...good, ...wrong }));
      });
      expect(reasonOf(await new Program().begin()), JSON.stringify(wrong)).toBe('oidc-unavailable');
    }
    expect(await logins().countDocuments()).toBe(0);
  });
});

it.each([false, 'other-clients'] as const)('names the way out where the provider has no device login for Weft (%s)', async (device) => {
  provider.device = device;
  await provider.rotate();
  try {
    const { status, body } = await new Program().begin();
    expect([status, body.reason?.code]).toEqual([422, 'oidc-device-off']);
    expect(body.detail).toContain('make an API token');
    expect(await logins().countDocuments()).toBe(0);
  } finally {
    provider.device = true;
    await provider.rotate();
  }
});
