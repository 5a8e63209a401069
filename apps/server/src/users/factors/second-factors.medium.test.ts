import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SecondFactorWanted } from '@weft/shared/kinds/access/second-factor';
import { testDatabase } from '@weft/test-support/database';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test-support/app.js';
import { HttpClient } from '../../../test-support/http-client.js';
import { rewrapKeysCommand } from '../../cli/rewrap-keys-command.js';
import type { Config } from '../../config/config.schema.js';
import { CONFIG } from '../../config/config.schema.js';
import type { UserDocument } from '../../core/auth/user.document.js';

const password = 'correct horse battery';
const KEY = 'a5'.repeat(32);
const DATABASE = testDatabase();
let servers: TestServer[];
let server: TestServer;

const uri = DATABASE.uri;
const codeOf = (secret: string, at = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const STEP = 30_000;
/** Codes are accepted once: each test steps on. */
const nextStep = () => vi.setSystemTime(Date.now() + 2 * STEP);

beforeAll(async () => {
  const first = await startTestServer({ mongoUri: uri, config: { secretsKey: KEY, mongodbDatabase: DATABASE.name } });
  const more = { mongoUri: uri, database: DATABASE.name, dataDir: first.dataDir, config: { secretsKey: KEY } };
  servers = [first, await startTestServer(more), await startTestServer(more)];
  server = first;
}, 60_000);
afterAll(async () => {
  for (const each of servers?.toReversed() ?? []) await each.stop();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function newUser(name: string, on = server): Promise<HttpClient> {
  await on.adminClient.call(endpoints.createUser, { body: { name, role: 'viewer', password } });
  const client = new HttpClient(on.url);
  await client.login(name, password);
  return client;
}

async function enrol(client: HttpClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client.call(endpoints.startTotp, { body: { currentPassword: password } });
  const { recoveryCodes } = await client.call(endpoints.confirmTotp, { body: { code: codeOf(secret) } });
  nextStep();
  return { secret, recoveryCodes };
}

async function challengeOf(name: string, url = server.url): Promise<SecondFactorWanted> {
  const { secondFactor, ...problem } = await new HttpClient(url).refused(endpoints.login, { body: { name, password } });
  expect(problem).toMatchObject({ status: 401, code: 'second-factor-required' });
  return secondFactor ?? expect.fail('the answer has a challenge');
}

const answer = (challenge: string, code: string, url = server.url) =>
  new HttpClient(url).try(endpoints.loginWithSecondFactor, { body: { challenge, code } });
const reasonOf = ({ body }: { body: unknown }) => (body as { reason?: { code: string } }).reason?.code;

describe('setting up an authenticator app', () => {
  it('counts after a first code, ends other sessions, and shows ten recovery codes once', async () => {
    const anna = await newUser('anna');
    const elsewhere = new HttpClient(server.url);
    await elsewhere.login('anna', password);
    expect(await anna.call(endpoints.ownSecondFactors)).toEqual({ totp: null, securityKeys: [], recoveryCodesLeft: 0, required: false });
    const started = await anna.call(endpoints.startTotp, { body: { currentPassword: password } });
    expect(new URL(started.uri).searchParams.get('secret')).toBe(started.secret);
    // Not yet confirmed: the password alone logs in.
    await new HttpClient(server.url).login('anna', password);
    expect(await anna.refused(endpoints.confirmTotp, { body: { code: '000000' } })).toMatchObject({ field: 'code' });
    expect(await elsewhere.refused(endpoints.confirmTotp, { body: { code: codeOf(started.secret) } })).toMatchObject({
      reason: { code: 'totp-not-started' },
    });
    const { recoveryCodes } = await anna.call(endpoints.confirmTotp, { body: { code: codeOf(started.secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await anna.call(endpoints.ownSecondFactors)).toMatchObject({ totp: { since: expect.any(String) }, recoveryCodesLeft: 10 });
    expect((await anna.call(endpoints.session)).user.secondFactors).toEqual(['totp']);
    expect((await elsewhere.try(endpoints.session)).status).toBe(401);
    expect(await anna.refused(endpoints.startTotp, { body: { currentPassword: password } })).toMatchObject({
      reason: { code: 'totp-present' },
    });
  });

  it('asks for the password, and refuses a secret that is too old', async () => {
    const bert = await newUser('bert');
    expect(await bert.refused(endpoints.startTotp, { body: { currentPassword: 'not it' } })).toMatchObject({
      reason: { code: 'password-wrong' },
    });
    const { secret } = await bert.call(endpoints.startTotp, { body: { currentPassword: password } });
    vi.setSystemTime(Date.now() + 16 * 60_000);
    expect(await bert.refused(endpoints.confirmTotp, { body: { code: codeOf(secret) } })).toMatchObject({
      reason: { code: 'totp-not-started' },
    });
  });

  it('is refused without a key of secrets, with a reason that names the setting', async () => {
    const without = await startTestServer({ mongoUri: uri });
    try {
      const client = await newUser('carl', without);
      expect(await client.refused(endpoints.startTotp, { body: { currentPassword: password } })).toMatchObject({
        reason: { code: 'secrets-key-missing' },
        detail: expect.stringContaining('Set secretsKeyFile on every server'),
      });
    } finally {
      await without.stop();
    }
  });

  it('stores neither secret nor recovery codes in clear, and shows none of them again', async () => {
    const dora = await newUser('dora');
    const { secret, recoveryCodes } = await enrol(dora);
    const user = await server.mongo.collection<UserDocument>('users').findOne({ name: 'dora' });
    const { items } = await server.adminClient.call(endpoints.listUsers);
    const audit = await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } });
    const answers = [await dora.call(endpoints.session), await dora.call(endpoints.ownSecondFactors), items, audit];
    const text = JSON.stringify([user, answers]);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(hidden);
    expect(JSON.stringify(answers)).not.toContain(user?.factors?.totp?.sealed.data);
  });
});

describe('the login of a user with a second factor', () => {
  it('starts a session by password and code, on any server', async () => {
    const { secret } = await enrol(await newUser('emil'));
    const { challenge, kinds } = await challengeOf('emil');
    expect(kinds).toEqual(['totp', 'recovery-code']);
    const done = await answer(challenge, codeOf(secret), servers[1]?.url);
    expect(done.status).toBe(200);
    expect(done.headers.get('set-cookie')).toMatch(/weft_session=/);
    expect(reasonOf(await answer(challenge, codeOf(secret, Date.now() + STEP)))).toBe('login-challenge-ended');
  });

  it('gives no session and no access for the challenge', async () => {
    await enrol(await newUser('frida'));
    const first = await new HttpClient(server.url).try(endpoints.login, { body: { name: 'frida', password } });
    expect(first.headers.get('set-cookie')).toBeNull();
    const { challenge } = (first.body as { secondFactor: SecondFactorWanted }).secondFactor;
    const credentials: Record<string, string>[] = [{ cookie: `weft_session=${challenge}` }, { authorization: `Bearer ${challenge}` }];
    for (const headers of credentials) expect((await server.anonymous.try(endpoints.session, { headers })).status).toBe(401);
  });

  it('accepts a code once, of three servers that get it at the same time', async () => {
    const { secret } = await enrol(await newUser('gerd'));
    const code = codeOf(secret);
    const challenges = await Promise.all(servers.map(({ url }) => challengeOf('gerd', url)));
    const answers = await Promise.all(challenges.map(({ challenge }, at) => answer(challenge, code, servers[at]?.url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    // Nor the code of the step before it.
    const { challenge } = await challengeOf('gerd');
    expect(reasonOf(await answer(challenge, codeOf(secret, Date.now() - STEP)))).toBe('second-factor-wrong');
    expect((await answer(challenge, codeOf(secret, Date.now() + STEP))).status).toBe(200);
  });

  it('takes one session from one challenge that is answered twice at once', async () => {
    const { recoveryCodes } = await enrol(await newUser('hans'));
    const { challenge } = await challengeOf('hans');
    const answers = await Promise.all(recoveryCodes.slice(0, 2).map((code, at) => answer(challenge, code, servers[at]?.url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('accepts each recovery code once, however it is typed, and counts those left', async () => {
    const { recoveryCodes } = await enrol(await newUser('ida'));
    const [one = ''] = recoveryCodes;
    expect((await answer((await challengeOf('ida')).challenge, one.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const { challenge } = await challengeOf('ida');
    expect(reasonOf(await answer(challenge, one))).toBe('second-factor-wrong');
    const client = new HttpClient(server.url);
    const session = await answer(challenge, recoveryCodes[1] ?? '');
    const headers = { cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' };
    expect(await client.call(endpoints.ownSecondFactors, { headers })).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('ends the challenge after five wrong codes, and after five minutes', async () => {
    const { secret } = await enrol(await newUser('jana'));
    const { challenge } = await challengeOf('jana');
    const left: unknown[] = [];
    for (let at = 0; at < 5; at++) {
      const { body } = await answer(challenge, '000000');
      left.push((body as { reason: { params: { triesLeft: number } } }).reason.params.triesLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    expect(reasonOf(await answer(challenge, codeOf(secret)))).toBe('login-challenge-ended');
    const late = await challengeOf('jana');
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1000);
    expect(reasonOf(await answer(late.challenge, codeOf(secret)))).toBe('login-challenge-ended');
  });

  it('counts wrong codes under the limits of logins, for this user and address alone', async () => {
    const { secret } = await enrol(await newUser('karl'));
    const other = await enrol(await newUser('lena'));
    let status = 0;
    for (let at = 0; at < 4 && status !== 429; at++) {
      const { challenge } = await challengeOf('karl').catch(() => ({ challenge: '' }));
      for (let guess = 0; guess < 5 && status !== 429; guess++) status = (await answer(challenge, '000000')).status;
    }
    expect(status).toBe(429);
    expect((await answer((await challengeOf('lena')).challenge, codeOf(other.secret))).status).toBe(200);
    // Another server, as another address, has its own count: nobody is locked out everywhere.
    expect((await answer((await challengeOf('karl', servers[2]?.url)).challenge, codeOf(secret), servers[2]?.url)).status).toBe(200);
  });

  it('ends challenges with a new password, a reset and a disabled user', async () => {
    const { id, version } = await server.adminClient.call(endpoints.createUser, { body: { name: 'mona', role: 'viewer', password } });
    const mona = new HttpClient(server.url);
    await mona.login('mona', password);
    const { secret } = await enrol(mona);
    const waiting = await challengeOf('mona');
    const now = await server.adminClient.call(endpoints.getUser, { params: { id } });
    expect(now.version).toBeGreaterThan(version);
    await server.adminClient.call(endpoints.updateUser, { params: { id }, ifMatch: now.version, body: { disabled: true } });
    expect(reasonOf(await answer(waiting.challenge, codeOf(secret)))).toBe('login-challenge-ended');
    await server.adminClient.call(endpoints.updateUser, { params: { id }, ifMatch: now.version + 1, body: { disabled: false } });
    await server.adminClient.call(endpoints.resetSecondFactors, { params: { id }, body: { currentPassword: ADMIN_PASSWORD } });
    expect(reasonOf(await answer(waiting.challenge, codeOf(secret)))).toBe('login-challenge-ended');
  });

  it('says the same to a wrong password of a user with and without a second factor, and of nobody', async () => {
    await enrol(await newUser('nils'));
    await newUser('olaf');
    const texts = await Promise.all(
      ['nils', 'olaf', 'nobody-here'].map(async (name) => {
        const { requestId: _, ...problem } = await server.anonymous.refused(endpoints.login, { body: { name, password: 'wrong guess' } });
        return JSON.stringify(problem);
      }),
    );
    expect(new Set(texts).size).toBe(1);
  });
});

describe('changes of second factors', () => {
  it('removes the app with password and code, and its recovery codes with it', async () => {
    const paul = await newUser('paul');
    const { secret } = await enrol(paul);
    const code = codeOf(secret);
    expect(await paul.refused(endpoints.removeTotp, { body: { currentPassword: 'not it', code } })).toMatchObject({
      reason: { code: 'password-wrong' },
    });
    expect(await paul.refused(endpoints.removeTotp, { body: { currentPassword: password, code: '000000' } })).toMatchObject({
      reason: { code: 'factor-code-wrong' },
    });
    await paul.call(endpoints.removeTotp, { body: { currentPassword: password, code } });
    expect(await paul.call(endpoints.ownSecondFactors)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    await new HttpClient(server.url).login('paul', password);
    expect(await paul.refused(endpoints.removeTotp, { body: { currentPassword: password, code } })).toMatchObject({
      reason: { code: 'totp-absent' },
    });
  });

  it('makes new recovery codes, and ends those before', async () => {
    const rosa = await newUser('rosa');
    const { secret, recoveryCodes } = await enrol(rosa);
    const body = { currentPassword: password, code: codeOf(secret) };
    const { recoveryCodes: renewed } = await rosa.call(endpoints.renewRecoveryCodes, { body });
    const { challenge } = await challengeOf('rosa');
    expect(reasonOf(await answer(challenge, recoveryCodes[0] ?? ''))).toBe('second-factor-wrong');
    expect((await answer(challenge, renewed[0] ?? '')).status).toBe(200);
  });

  it('resets those of another user, ends the sessions of that user, and audits it', async () => {
    const sven = await newUser('sven');
    await enrol(sven);
    const { items } = await server.adminClient.call(endpoints.listUsers, { query: { limit: 200 } });
    const { id } = items.find(({ name }) => name === 'sven') ?? expect.fail('sven is listed');
    const params = { id };
    expect(await server.adminClient.refused(endpoints.resetSecondFactors, { params, body: { currentPassword: 'no' } })).toMatchObject({
      reason: { code: 'password-wrong' },
    });
    const reset = await server.adminClient.call(endpoints.resetSecondFactors, { params, body: { currentPassword: ADMIN_PASSWORD } });
    expect(reset.secondFactors).toEqual([]);
    expect((await sven.try(endpoints.session)).status).toBe(401);
    await sven.login('sven', password);
    await enrol(sven);
    const audit = await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } });
    const about = audit.items.map(({ by, action, subject, request }) => [by, action, subject?.name, request?.route]);
    expect(about).toContainEqual(['admin', 'change', 'sven', 'resetSecondFactors']);
    expect(about).toContainEqual(['sven', 'change', 'sven', 'confirmTotp']);
  });

  it('is in the audit with the user of each login, right or wrong', async () => {
    const { secret } = await enrol(await newUser('tina'));
    const { challenge } = await challengeOf('tina');
    await answer(challenge, '000000');
    await answer(challenge, codeOf(secret));
    const read = async () =>
      (await server.adminClient.call(endpoints.listAudit, { query: { sort: '-at', limit: 200 } })).items
        .filter(({ request }) => request?.name === 'tina')
        .map(({ by, action, request }) => [by, action, request?.route, request?.code]);
    await expect.poll(read).toEqual(
      expect.arrayContaining([
        ['anonymous', 'refusal', 'login', 'second-factor-required'],
        ['anonymous', 'refusal', 'loginWithSecondFactor', 'unauthenticated'],
        ['tina', 'change', 'loginWithSecondFactor', null],
      ]),
    );
  });

  it('encrypts secrets again when the key of secrets is replaced', async () => {
    const { secret } = await enrol(await newUser('udo'));
    const config = server.app.get<Config>(CONFIG);
    const next = { ...config, secretsKey: 'b6'.repeat(32), previousSecretsKey: KEY };
    expect(await rewrapKeysCommand(next, () => undefined)).toBe(0);
    const renewed = await startTestServer({
      mongoUri: uri,
      database: DATABASE.name,
      dataDir: server.dataDir,
      config: { secretsKey: 'b6'.repeat(32) },
    });
    try {
      expect((await answer((await challengeOf('udo', renewed.url)).challenge, codeOf(secret), renewed.url)).status).toBe(200);
    } finally {
      await renewed.stop();
      expect(await rewrapKeysCommand({ ...config, secretsKey: KEY, previousSecretsKey: 'b6'.repeat(32) }, () => undefined)).toBe(0);
    }
  });
});

describe('secondFactor: required', () => {
  it('lets a session without one do nothing else, leaves API tokens alone, and opens with the first code', async () => {
    const strict = await startTestServer({
      mongoUri: uri,
      database: DATABASE.name,
      dataDir: server.dataDir,
      config: { secretsKey: KEY, secondFactor: 'required' },
    });
    try {
      await newUser('vera');
      const vera = new HttpClient(strict.url);
      await vera.login('vera', password);
      expect((await vera.call(endpoints.session)).mustSetUpSecondFactor).toBe(true);
      const own = (Object.values(endpoints) as Endpoint[]).filter(({ beforeSecondFactor }) => beforeSecondFactor).map(({ id }) => id);
      expect(own.sort()).toEqual(
        [
          'session',
          'logout',
          'changePassword',
          'ownSecondFactors',
          'startTotp',
          'confirmTotp',
          'removeTotp',
          'renewRecoveryCodes',
          'startSecurityKey',
          'confirmSecurityKey',
          'removeSecurityKey',
        ].sort(),
      );
      const ids = { id: '8d0d9c77-6d0c-4f5e-9d39-000000000000', sessionId: '8d0d9c77-6d0c-8f5e-8d39-000000000002' };
      const params = { ...ids, nic: 'eth0', name: 'left', orderId: ids.id, keyId: ids.id };
      for (const endpoint of (Object.values(endpoints) as Endpoint[]).filter(({ id, access }) => access !== 'public' && !own.includes(id)))
        expect(await vera.refused(endpoint, { params, ifMatch: 1 }), endpoint.id).toMatchObject({
          status: 403,
          code: 'second-factor-setup-required',
        });
      const onOther = new HttpClient(server.url);
      await onOther.login('vera', password);
      const { token } = await onOther.call(endpoints.createApiToken, { body: { name: 'ci', role: 'viewer', expiresInDays: 1 } });
      const headers = { authorization: `Bearer ${token}` };
      await new HttpClient(strict.url).call(endpoints.listNodes, { headers });
      await enrol(vera);
      expect((await vera.call(endpoints.session)).mustSetUpSecondFactor).toBe(false);
      await vera.call(endpoints.listNodes);
    } finally {
      await strict.stop();
    }
  });
});
