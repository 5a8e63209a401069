import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { Log } from '../log/log.js';
import { CONTENT_TYPE } from './exposition.js';
import { MetricsListener } from './listener.js';

const opened: MetricsListener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close();
});
const TOKEN = 'a token for the test';
const tokenSha256 = createHash('sha256').update(TOKEN).digest('hex');
const authorization = `Bearer ${TOKEN}`;
const lines: string[] = [];
const log: Log = (level, msg, fields) => void lines.push(JSON.stringify({ level, msg, ...fields }));
async function open(listen: string | undefined): Promise<MetricsListener | null> {
  const listener = await MetricsListener.open(listen, log, 0);
  if (listener) opened.push(listener);
  return listener;
}

test('serves each agent under its path, and 404 for other paths and methods', async () => {
  const listener = await open('127.0.0.1:0');
  const port = listener?.serve('/metrics/t1', async () => 'a 1\n').port;
  expect(listener?.serve('/metrics/t2', async () => Promise.reject(new Error('no /proc')))).toEqual({ port, path: '/metrics/t2' });
  listener?.acceptToken(tokenSha256);
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { authorization } });
  const answer = await at('/metrics/t1');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, CONTENT_TYPE, 'a 1\n']);
  expect((await at('/metrics/t2')).status).toBe(500);
  expect(lines.join()).toContain('no /proc');
  for (const [path, init] of [['/'], ['/metrics/t3'], ['/metrics/t1', { method: 'POST' }]] as [string, RequestInit?][])
    expect((await at(path, init)).status, path).toBe(404);
});

test('continues without metrics when the port is taken or the setting is empty', async () => {
  const first = await open('127.0.0.1:0');
  const { port } = first?.serve('/metrics', async () => '') ?? {};
  expect(await open(`127.0.0.1:${port}`)).toBeNull();
  expect(lines.at(-1)).toContain('metricsListen');
  const said = lines.length;
  expect(await open('')).toBeNull();
  expect(lines).toHaveLength(said);
});

test('answers 401 without any names to a scrape without a valid token', async () => {
  const listener = await open('127.0.0.1:0');
  const port = listener?.serve('/metrics/t1', async () => 'weft_volume_reads_total{volume="orders"} 1\n').port;
  const at = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await at('/metrics/t1', { authorization })).status).toBe(401);
  listener?.acceptToken(tokenSha256);
  for (const [path, headers] of [['/metrics/t1'], ['/'], ['/metrics/t1', { authorization: 'Bearer another' }]] as const) {
    const { status, text } = await at(path, headers);
    expect([status, /orders|t1/.test(text)]).toEqual([401, false]);
  }
  expect((await at('/metrics/t1', { authorization })).text).toContain('orders');
  listener?.acceptToken(null);
  expect((await at('/metrics/t1', { authorization })).status).toBe(401);
});

test('listens on loopback and the address of the server link, and nowhere else', async () => {
  const listener = await open(undefined);
  if (!listener) throw new Error(lines.at(-1));
  const { port } = listener.serve('/metrics', async () => '');
  listener.acceptToken(tokenSha256);
  const status = (address: string) =>
    fetch(`http://${address}:${port}/metrics`, { headers: { authorization } }).then(
      (answer) => answer.status,
      () => null,
    );
  expect([await status('127.0.0.1'), await status('127.0.0.2')]).toEqual([200, null]);
  // No machine has an address in 192.0.2.0/24 (RFC 5737), so the listener cannot use it.
  await listener.follow('192.0.2.9');
  expect([lines.at(-1), listener.publicAddress('/metrics')]).toEqual([expect.stringContaining(`192.0.2.9:${port}`), null]);
  const [management] = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter((each) => !each.internal && each.family === 'IPv4'),
  );
  if (management) {
    await listener.follow(management.address);
    expect([await status(management.address), listener.publicAddress('/metrics')]).toEqual([200, { port, path: '/metrics' }]);
  }
  await listener.follow('127.0.0.1');
  expect(listener.publicAddress('/metrics')).toEqual({ port, path: '/metrics' });
  expect([await status('127.0.0.1'), management ? await status(management.address) : null]).toEqual([200, null]);
});

test('publishes no address when it listens on loopback and the server is remote', async () => {
  const listener = await open('127.0.0.1:0');
  await listener?.follow('127.0.0.1');
  expect(listener?.publicAddress('/metrics')).toMatchObject({ path: '/metrics' });
  await listener?.follow('192.0.2.9');
  expect(listener?.publicAddress('/metrics')).toBeNull();
});
