import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { takeLines } from './socket-lines.js';

test('a connection that is reset ends without an error, after its lines', async () => {
  const lines: string[] = [];
  const server = createServer((socket) => takeLines(socket, (line) => lines.push(line)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await accepted;
  client.write('one\ntwo\n');
  await expect.poll(() => lines).toEqual(['one', 'two']);
  // `once` would take the error for its own.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  client.resetAndDestroy();
  expect(await closed).toBe(true);
  server.close();
});
