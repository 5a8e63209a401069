import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyBackup } from '../format/backup-file.js';
import type { BackupHeader } from '../format/backup-header.js';
import { keyIdOf } from '../format/backup-key.js';
import { encodeFrame } from '../format/frames.js';
import { BackupStore } from './backup-store.js';
import { FolderFiles } from './folder-files.js';

const key = randomBytes(32);
const header: BackupHeader = {
  ...{ id: randomUUID(), clusterId: randomUUID(), takenAt: '2026-11-25T12:01:00.000Z', kinds: ['manual'], weftVersion: '0.1.0', schema: 1 },
  ...{ keyId: keyIdOf(key), salt: randomBytes(32).toString('base64') },
};
let path: string;
let store: BackupStore;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'weft-backup-folder-'));
  store = new BackupStore(new FolderFiles(path), header.clusterId);
});
afterEach(() => rm(path, { recursive: true, force: true }));

async function* content(between: () => void = () => undefined) {
  yield encodeFrame({ type: 'collection', name: 'nodes' });
  between();
  yield encodeFrame({ type: 'end', counts: { nodes: 0 } });
}

it('leaves no file when a backup is aborted while it is written', async () => {
  const over = new AbortController();
  await expect(
    store.write(
      header,
      key,
      content(() => over.abort()),
      over.signal,
    ),
  ).rejects.toThrow();
  expect(await readdir(path)).toEqual([]);
});

it('stops reading a file when nobody waits for the result any more', async () => {
  const { name } = await store.write(header, key, content());
  expect(await verifyBackup(store.open(name), key)).toEqual({ nodes: 0 });
  await expect(verifyBackup(store.open(name), key, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

it.each([1, 3])('opens at most %i files at once for their headers', async (readsAtOnce) => {
  let opening = 0;
  let most = 0;
  const files = Object.assign(new FolderFiles(path), { readsAtOnce });
  const open = files.open.bind(files);
  files.open = (name) => async (mostBytes) => {
    most = Math.max(most, ++opening);
    await sleep(5);
    opening--;
    return open(name)(mostBytes);
  };
  for (let index = 0; index < 7; index++) await store.write({ ...header, id: randomUUID() }, key, content());
  expect(await new BackupStore(files, header.clusterId).inspect()).toHaveLength(7);
  expect(most).toBe(readsAtOnce);
});
