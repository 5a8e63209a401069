import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
