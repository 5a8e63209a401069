import { afterEach, expect, test } from 'vitest';
import type { Log } from '../log/log.js';
import { CONTENT_TYPE } from './exposition.js';
import { MetricsListener } from './listener.js';

const opened: MetricsListener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close();
});
const lines: string[] = [];
const log: Log = (level, msg, fields) => void lines.push(JSON.stringify({ level, msg, ...fields }));
async function open(listen: string): Promise<MetricsListener | null> {
  const listener = await MetricsListener.open(listen, log);
  if (listener) opened.push(listener);
  return listener;
}

test('given two agents of one process / when each is scraped under its path / then it answers for itself; elsewhere and for other methods there is nothing', async () => {
  const listener = await open('127.0.0.1:0');
  const port = listener?.serve('/metrics/t1', async () => 'a 1\n').port;
  expect(listener?.serve('/metrics/t2', async () => Promise.reject(new Error('no /proc')))).toEqual({ port, path: '/metrics/t2' });
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const answer = await at('/metrics/t1');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, CONTENT_TYPE, 'a 1\n']);
  expect((await at('/metrics/t2')).status).toBe(500);
  expect(lines.join()).toContain('no /proc');
  for (const [path, init] of [['/'], ['/metrics/t3'], ['/metrics/t1', { method: 'POST' }]] as [string, RequestInit?][])
    expect((await at(path, init)).status, path).toBe(404);
});

test('given a port that is taken / then the agent goes on without metrics, and says what to do; empty: it is off', async () => {
  const first = await open('127.0.0.1:0');
  const { port } = first?.serve('/metrics', async () => '') ?? {};
  expect(await open(`127.0.0.1:${port}`)).toBeNull();
  expect(lines.at(-1)).toContain('metricsListen');
  const said = lines.length;
  expect(await open('')).toBeNull();
  expect(lines).toHaveLength(said);
});

test('answers 401 without a name to a scrape without the token', async () => {
  const listener = await open('127.0.0.1:0');
  const port = listener?.serve('/metrics/t1', async () => 'weft_volume_reads_total{volume="orders"} 1\n').port;
  for (const path of ['/metrics/t1', '/']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, /orders|t1/.test(await answer.text())], path).toEqual([401, false]);
  }
});
