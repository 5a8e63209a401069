import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';

const password = 'correct horse battery';
const stranger = { 'x-forwarded-for': '203.0.113.9' };
const owner = { 'x-forwarded-for': '198.51.100.7' };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { trustProxy: 1 } });
  await server.adminClient.call(endpoints.createUser, { body: { name: 'vera', role: 'viewer', password } });
});
afterAll(() => server?.stop());

const login = (headers: Record<string, string>, secret: string) =>
  server.anonymous.try(endpoints.login, { body: { name: 'vera', password: secret }, headers });

describe('login behind a proxy', () => {
  it('lets the owner in each time while another address guesses the same name', async () => {
    const owners: number[] = [];
    const guesses: number[] = [];
    for (let n = 0; n < 30; n++) {
      guesses.push((await login(stranger, 'a guess')).status, (await login(stranger, 'another guess')).status);
      owners.push((await login(owner, password)).status);
    }
    expect(owners).toEqual(Array(30).fill(200));
    expect(guesses.filter((status) => status === 429).length).toBeGreaterThan(30);
  });

  it('lets a browser that has logged in before in, while a stranger at its address guesses the name', async () => {
    const shared = { 'x-forwarded-for': '203.0.113.77' };
    const origin = { origin: server.url, host: new URL(server.url).host };
    const first = await login({ ...shared, ...origin }, password);
    const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('weft_device='));
    expect(device).toMatch(/HttpOnly/);
    expect(device).toMatch(/SameSite=Strict/);
    const flood = () => Promise.all(Array.from({ length: 20 }, () => login(shared, 'a guess')));
    await flood();
    const cookie = device?.split(';')[0] ?? '';
    for (let n = 0; n < 5; n++) {
      const [guesses, own] = await Promise.all([flood(), login({ ...shared, ...origin, cookie }, password)]);
      expect([own.status, guesses.some(({ status }) => status === 429)]).toEqual([200, true]);
      expect(own.headers.getSetCookie().some((each) => each.startsWith('weft_device='))).toBe(false);
    }
    // The cookie opens nothing, and counts for the name that it is for alone.
    const opened = await server.anonymous.try(endpoints.session, { headers: { cookie } });
    expect(opened.status).toBe(401);
    const other = await server.anonymous.try(endpoints.login, {
      body: { name: 'admin', password: 'a guess' },
      headers: { ...shared, cookie },
    });
    expect([401, 429]).toContain(other.status);
  });

  it('remembers no program that logs in', async () => {
    const { headers } = await login({ 'x-forwarded-for': '203.0.113.78' }, password);
    expect(headers.getSetCookie()).toHaveLength(1);
  });

  it('distinguishes clients of one proxy, and ignores addresses that a client claims', async () => {
    expect((await login({ 'x-forwarded-for': '203.0.113.10' }, 'a guess')).status).toBe(401);
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login({ 'x-forwarded-for': `192.0.2.${n}, 203.0.113.11` }, 'a guess')),
    );
    expect(made.some(({ status }) => status === 429)).toBe(true);
  });

  it('limits guesses by address, whatever port or spelling the proxy adds to it', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login({ 'x-forwarded-for': `203.0.113.12:${40_000 + n}` }, 'a guess')),
    );
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'refusal', limit: 100 } });
    expect(new Set(items.map(({ request }) => request?.address).filter((address) => address?.startsWith('203.0.113.12')))).toEqual(
      new Set(['203.0.113.12']),
    );
  });
});
