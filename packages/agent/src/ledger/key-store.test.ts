import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { id } from '../testing/example-cluster.js';
import { KEYS_FILE, KeyStore } from './key-store.js';

const secret = `DHHC-1:00:${'A'.repeat(48)}:`;
const keys = { keys: [{ id: id('order', 1), secret }] };
const logged: string[] = [];
const log: Log = (_, message) => logged.push(message);
let dir: string;

beforeEach(async () => {
  logged.length = 0;
  dir = await mkdtemp(join(tmpdir(), 'weft-keys-'));
  return () => rm(dir, { recursive: true });
});

it('has the keys again after a restart, in a file that only root reads', async () => {
  expect(await (await KeyStore.open(dir, log)).replace(keys)).toBe(true);
  expect((await KeyStore.open(dir, log)).secrets).toEqual(new Map([[id('order', 1), secret]]));
  expect((await stat(join(dir, KEYS_FILE))).mode & 0o777).toBe(0o600);
});

it('forgets keys that the server lists no more', async () => {
  const store = await KeyStore.open(dir, log);
  await store.replace(keys);
  await store.replace({ keys: [] });
  expect(store.secrets.size).toBe(0);
  expect(await readFile(join(dir, KEYS_FILE), 'utf8')).not.toContain('DHHC-1');
});

it('keeps the former keys when the new ones cannot be stored, and says so without a secret', async () => {
  const store = await KeyStore.open(dir, log);
  await store.replace(keys);
  await mkdir(join(dir, `${KEYS_FILE}.new`));
  expect(await store.replace({ keys: [] })).toBe(false);
  expect(store.secrets.size).toBe(1);
  expect(logged.join()).toContain('cannot be stored');
  expect(logged.join()).not.toContain('DHHC-1');
});

it('starts without keys when the file is damaged', async () => {
  await writeFile(join(dir, KEYS_FILE), `damaged ${secret}`);
  expect((await KeyStore.open(dir, log)).secrets.size).toBe(0);
  expect(logged.join()).toContain('damaged');
  expect(logged.join()).not.toContain('DHHC-1');
});
