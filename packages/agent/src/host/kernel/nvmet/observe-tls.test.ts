import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tree } from '../run/host-fs.js';
import { tlsDaemon } from './observe-tls.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'weft-tls-'));
});
afterEach(() => rm(root, { recursive: true }));
async function file(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
const daemon = () => tlsDaemon(new Tree(root));

it('tlshd is ready only if it runs and looks for keys in .nvme', async () => {
  expect(await daemon()).toBe('not-installed');
  await file('etc/tlshd/config', '[authenticate]\n#keyrings=.nvme\n');
  expect(await daemon()).toBe('stopped');
  await file('proc/77/comm', 'tlshd\n');
  expect(await daemon()).toBe('without-keyring');
  await file('etc/tlshd/config', '[authenticate]\nkeyrings= .nfs;.nvme\n');
  expect(await daemon()).toBe('ready');
  await rm(join(root, 'proc/77'), { recursive: true });
  expect(await daemon()).toBe('stopped');
});

it('does not look through all processes again while tlshd runs', async () => {
  const tree = new Tree(root);
  const list = vi.spyOn(tree, 'listNow');
  await file('etc/tlshd/config', '[authenticate]\nkeyrings=.nvme\n');
  await file('proc/77/comm', 'tlshd\n');
  for (let look = 0; look < 4; look++) expect(await tlsDaemon(tree)).toBe('ready');
  expect(list).toHaveBeenCalledTimes(1);
  await rm(join(root, 'proc/77'), { recursive: true });
  await file('proc/78/comm', 'tlshd\n');
  expect(await tlsDaemon(tree)).toBe('ready');
  // Another program has got the number.
  await file('proc/78/comm', 'sshd\n');
  expect(await tlsDaemon(tree)).toBe('stopped');
});
