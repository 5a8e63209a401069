import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRoomyMemory, removeLeftFolders } from './data-folder.js';

it('takes neither a folder that does not exist, nor one that is not in memory, nor one without room', () => {
  expect(isRoomyMemory('/nowhere', 2 ** 40)).toBe(false);
  expect(isRoomyMemory('/proc', 2 ** 40)).toBe(false);
  expect(isRoomyMemory('/dev/shm', 2 ** 30)).toBe(false);
});

it('removes folders of runs that were killed a day ago, and no others', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'weft-data-folder-'));
  const now = Date.now();
  const old = new Date(now - 25 * 3_600_000);
  const [left, running, foreign] = ['weft-mongo-left', 'weft-mongo-running', 'other'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [left, running, foreign]) await mkdir(folder);
  for (const folder of [left, foreign]) await utimes(folder, old, old);
  await removeLeftFolders(parent, now);
  expect([left, running, foreign].map(existsSync)).toEqual([false, true, true]);
});
