import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'weft-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Another program that locks the folder, until it is killed. */
async function otherProgram(path) {
  const module = new URL('./folder-lock.mjs', import.meta.url).href;
  const source = `const { lockFolder } = await import('${module}'); await lockFolder(${JSON.stringify(path)}, 'x'); console.log('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('refuses a folder in use under any path and names its process, until that ends', async () => {
  const child = await otherProgram(folder);
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  try {
    await expect(lockFolder(link, 'a lab')).rejects.toThrow(new RegExp(`${folder} is used by process ${child.pid} \\(.*\\).*a lab`, 's'));
  } finally {
    rmSync(link);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const release = await lockFolder(folder, 'a lab');
  await release();
});

it('locks a folder that does not exist yet, and again after its release', async () => {
  const release = await lockFolder(join(folder, 'new'), 'a lab');
  await expect(lockFolder(join(folder, 'new'), 'a lab')).rejects.toThrow(`used by process ${process.pid}`);
  await release();
  await (await lockFolder(join(folder, 'new'), 'a lab'))();
});
