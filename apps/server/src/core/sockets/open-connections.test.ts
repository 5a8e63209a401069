import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { OpenConnections } from './open-connections.js';

/** A server that leaves its answers to the test, and accepts every upgrade. */
async function serve() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => void waiting.push(response));
  server.on('upgrade', (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n'));
  const connections = new OpenConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  return { connections, waiting, server, port: (server.address() as AddressInfo).port };
}

test('answers the requests that are there, takes no new connection, and closes then', async () => {
  const { connections, waiting, port } = await serve();
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await expect.poll(() => waiting.length).toBe(1);
  const order: string[] = [];
  const ended = connections.end(async () => void order.push('close'));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  order.push('answer');
  waiting[0]?.end('done');
  expect(await (await answer).text()).toBe('done');
  await ended;
  expect(order).toEqual(['answer', 'close']);
});

test('ends connections whose clients send on, half a request, or read nothing, before closing has to wait for them', async () => {
  const { connections, waiting, port, server } = await serve();
  for (const text of [
    'GET / HTTP/1.1\r\nHost: x\r\nX-Half:',
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3),
  ]) {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('error', () => undefined).pause();
  }
  await expect.poll(() => waiting.length).toBe(4);
  // A large answer that its client does not read.
  for (const response of waiting.slice(1)) response.end('x'.repeat(32 * 2 ** 20));
  waiting[0]?.end('done');
  // As closing Socket.IO: it waits for all connections.
  await connections.end(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
}, 30_000);

test('destroys an upgraded connection that its peer does not close, also when closing fails', async () => {
  const { connections, port } = await serve();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  await expect(connections.end(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await closed;
});
