import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelPort, waitForChannel } from './guest-channel.js';

const run = promisify(execFile);
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
const line = (port: number, state: string) =>
  `   0: 00000000:${hex(port)} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0\n`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-channel-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('a small guest is up only when its channel listens', async () => {
  const table = join(directory, 'tcp');
  // Another port listens, and a connection of the channel is closing (TIME_WAIT).
  await writeFile(table, HEAD + line(22, '0A') + line(channelPort, '06'));
  let ended = false;
  const waiting = run('/bin/sh', ['-c', waitForChannel(`${table} ${table}6`)]).then(() => {
    ended = true;
  });
  await sleep(400);
  expect(ended).toBe(false);
  await appendFile(table, line(channelPort, '0A'));
  await waiting;
});

test('reads the kernel’s own table of listening ports', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const wait = waitForChannel().replace(hex(channelPort), hex(port));
  await run('/bin/sh', ['-c', wait], { timeout: 5000 });
  server.close();
});
