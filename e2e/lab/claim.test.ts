import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@weft/test-support/free-ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimLab } from './claim.js';
import { main } from './main.js';

let directory: string;
const disk = () => join(directory, 'disk.img');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weft-claim-'));
  writeFileSync(disk(), 'of machines that run');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A lab of another process, which the test kills at the end. */
async function otherLab() {
  const lock = fileURLToPath(new URL('../../scripts/local/folder-lock.mjs', import.meta.url));
  const source = `const { lockFolder } = await import(${JSON.stringify(lock)}); await lockFolder(${JSON.stringify(directory)}, 'x'); console.log('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('npm run lab', () => {
  it('leaves the folder of a lab that runs alone, and names its process', async () => {
    const other = await otherLab();
    try {
      await expect(claimLab(directory, await freePort())).rejects.toThrow(`is used by process ${other.pid} (`);
      expect(existsSync(disk())).toBe(true);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    await claimLab(directory, await freePort());
    expect(existsSync(disk())).toBe(false);
  });

  it('refuses a port that another program has, and names it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      await expect(claimLab(directory, port)).rejects.toThrow(`Port ${port} is in use by process ${process.pid} (`);
      expect(existsSync(disk())).toBe(true);
    } finally {
      other.close();
    }
  });

  it('refuses a port that fetch would refuse, before anything starts', async () => {
    await expect(main(['--port', '4190'])).rejects.toThrow(/--port 4190: browsers.*refuse/);
  });
});
