import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ServerProcess } from './server-process.js';

it('refuses to start on a port in use, and names the process that uses it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weft-server-process-'));
  const other = createServer((_, response) => response.end('ready')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const started = ServerProcess.start({ directory, port, mongoUri: 'mongodb://127.0.0.1:1/' });
    await expect(started).rejects.toThrow(`Port ${port} is in use by process ${process.pid} (`);
  } finally {
    other.close();
    rmSync(directory, { recursive: true });
  }
});
