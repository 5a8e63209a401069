import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SecondFactorWanted } from '@weft/shared/kinds/access/second-factor';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test-support/app.js';
import { TestAuthenticator } from '../../../test-support/authenticator.js';
import { HttpClient } from '../../../test-support/http-client.js';

const password = 'correct horse battery';
const ORIGIN = 'https://weft.example';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { publicUrl: ORIGIN, secretsKey: 'a5'.repeat(32) } });
});
afterAll(() => server?.stop());

const newKey = () => new TestAuthenticator('weft.example', ORIGIN);

async function newUser(name: string): Promise<HttpClient> {
  await server.adminClient.call(endpoints.createUser, { body: { name, role: 'viewer', password } });
  const client = new HttpClient(server.url);
  // Over https the name of the cookie has a prefix.
  await client.login(name, password);
  return client;
}

async function register(client: HttpClient, key: TestAuthenticator, name = 'blue key'): Promise<string[]> {
  const { publicKey } = await client.call(endpoints.startSecurityKey, { body: { currentPassword: password } });
  const { recoveryCodes } = await client.call(endpoints.confirmSecurityKey, { body: { name, credential: key.create(publicKey) } });
  return recoveryCodes;
}

async function wantedOf(name: string): Promise<SecondFactorWanted & { publicKey: Record<string, unknown> }> {
  const { secondFactor } = await server.anonymous.refused(endpoints.login, { body: { name, password } });
  return { ...(secondFactor ?? expect.fail('a second factor is wanted')), publicKey: secondFactor?.publicKey ?? {} };
}

const answer = (challenge: string, assertion: Record<string, unknown>) =>
  new HttpClient(server.url).try(endpoints.loginWithSecondFactor, { body: { challenge, assertion } });
const reasonOf = ({ body }: { body: unknown }) => (body as { reason?: { code: string } }).reason?.code;

it('registers keys by name, logs in with each, and tells when it was used', async () => {
  const anna = await newUser('anna');
  const [blue, red] = [newKey(), newKey()];
  expect(await register(anna, blue)).toHaveLength(10);
  expect(await register(anna, red, 'red key')).toEqual([]);
  const wanted = await wantedOf('anna');
  expect(wanted.kinds).toEqual(['security-key', 'recovery-code']);
  expect(wanted.publicKey).toMatchObject({ rpId: 'weft.example', userVerification: 'preferred' });
  expect((await answer(wanted.challenge, red.get(wanted.publicKey))).status).toBe(200);
  const { securityKeys } = await anna.call(endpoints.ownSecondFactors);
  expect(securityKeys).toMatchObject([
    { name: 'blue key', lastUsedAt: null },
    { name: 'red key', lastUsedAt: expect.any(String) },
  ]);
  const { items } = await server.adminClient.call(endpoints.listUsers);
  expect(items.find(({ name }) => name === 'anna')?.secondFactors).toEqual(['security-key']);
});

it('refuses answers for another origin, site or login, of another key, and a second use', async () => {
  const bert = await newUser('bert');
  const key = newKey();
  await register(bert, key);
  const earlier = await wantedOf('bert');
  const wrong: ((publicKey: Record<string, unknown>) => Record<string, unknown>)[] = [
    (publicKey) => key.get(publicKey, { origin: 'https://evil.example' }),
    (publicKey) => key.get(publicKey, { rpId: 'evil.example' }),
    () => key.get(earlier.publicKey),
    (publicKey) => ({ ...newKey().get(publicKey), id: key.id.toString('base64url'), rawId: key.id.toString('base64url') }),
  ];
  const { challenge, publicKey } = await wantedOf('bert');
  for (const make of wrong) expect(reasonOf(await answer(challenge, make(publicKey)))).toBe('second-factor-wrong');
  const good = key.get(publicKey);
  expect((await answer(challenge, good)).status).toBe(200);
  expect(reasonOf(await answer(challenge, good))).toBe('login-challenge-ended');
});

it('refuses a counter that went back, and names the key', async () => {
  const carl = await newUser('carl');
  const key = newKey();
  await register(carl, key);
  const first = await wantedOf('carl');
  expect((await answer(first.challenge, key.get(first.publicKey))).status).toBe(200);
  key.counter = 0;
  const second = await wantedOf('carl');
  const refused = await answer(second.challenge, key.get(second.publicKey));
  expect([refused.status, reasonOf(refused)]).toEqual([401, 'security-key-counter']);
  expect((refused.body as { detail: string }).detail).toContain('security key blue key went back');
});

it('refuses registrations for another origin or challenge, and those of another session', async () => {
  const dora = await newUser('dora');
  const key = newKey();
  const { publicKey } = await dora.call(endpoints.startSecurityKey, { body: { currentPassword: password } });
  const attempts = [key.create(publicKey, { origin: 'https://evil.example' }), key.create(publicKey, { rpId: 'evil.example' }), {}];
  for (const credential of [...attempts, key.create({ challenge: 'another' })])
    expect(await dora.refused(endpoints.confirmSecurityKey, { body: { name: 'x', credential } })).toMatchObject({
      reason: { code: 'security-key-refused' },
    });
  const elsewhere = new HttpClient(server.url);
  await elsewhere.login('dora', password);
  const body = { name: 'x', credential: key.create(publicKey) };
  expect(await elsewhere.refused(endpoints.confirmSecurityKey, { body })).toMatchObject({ reason: { code: 'security-key-not-started' } });
  await dora.call(endpoints.confirmSecurityKey, { body });
  expect((await elsewhere.try(endpoints.session)).status).toBe(401);
});

it('removes a key with password and a recovery code; the last one takes the codes along; a reset removes all', async () => {
  const emma = await newUser('emma');
  const [code = ''] = await register(emma, newKey());
  const { securityKeys } = await emma.call(endpoints.ownSecondFactors);
  const params = { keyId: securityKeys[0]?.id ?? '' };
  const wrong = { currentPassword: password, code: '000000' };
  expect(await emma.refused(endpoints.removeSecurityKey, { params, body: wrong })).toMatchObject({ reason: { code: 'factor-code-wrong' } });
  await emma.call(endpoints.removeSecurityKey, { params, body: { currentPassword: password, code } });
  expect(await emma.call(endpoints.ownSecondFactors)).toMatchObject({ securityKeys: [], recoveryCodesLeft: 0 });
  await register(emma, newKey());
  const { user } = await emma.call(endpoints.session);
  const reset = { params: { id: user.id }, body: { currentPassword: ADMIN_PASSWORD } };
  expect(await server.adminClient.call(endpoints.resetSecondFactors, reset)).toMatchObject({ secondFactors: [] });
  expect((await emma.try(endpoints.session)).status).toBe(401);
});

it('are refused where publicUrl has no host name', async () => {
  const plain = await startTestServer({ mongoUri: testDatabase().uri, config: { publicUrl: 'http://127.0.0.1:4000' } });
  try {
    expect(await plain.adminClient.refused(endpoints.startSecurityKey, { body: { currentPassword: ADMIN_PASSWORD } })).toMatchObject({
      reason: { code: 'security-keys-off' },
    });
  } finally {
    await plain.stop();
  }
});
