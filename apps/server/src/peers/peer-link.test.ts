import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { SERVER_NAMESPACE } from '@weft/shared/links/server-link';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeerLink } from './peer-link.js';

const secret = 's'.repeat(43);
let http: HttpServer;
let sockets: Server;
let asked: string[][];
let answers: object[];
let link: PeerLink;
const listener = { observations: vi.fn(), gone: vi.fn() };

beforeEach(async () => {
  vi.clearAllMocks();
  vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  [asked, answers] = [[], []];
  http = createServer();
  sockets = new Server(http, { transports: ['websocket'] });
  sockets.of(SERVER_NAMESPACE).use((socket, next) => next(socket.handshake.auth['secret'] === secret ? undefined : new Error('no')));
  sockets.of(SERVER_NAMESPACE).on('connection', (socket) => {
    socket.on('watch', ({ objects }, answer) => {
      asked.push(objects);
      answer(answers.shift() ?? { ok: true });
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  link.close();
  await sockets.close();
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
function connect(known = secret): void {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  link = new PeerLink({ id: 'peer', hostname: 'h', url, secret: known }, 'own', listener);
}
const peerSide = (): Socket => [...sockets.of(SERVER_NAMESPACE).sockets.values()][0] as Socket;

test('given objects before it connects, then they are asked for once it does, again when they change, and not when they do not', async () => {
  connect();
  link.ask(['cluster']);
  await until(() => expect(asked).toEqual([['cluster']]));
  link.ask(['cluster']);
  link.ask([]);
  await until(() => expect(asked).toEqual([['cluster'], []]));
});

test('given a refused question, then it is asked again when the same is wanted the next time', async () => {
  answers = [{ ok: false, code: 'rate-limited', detail: '' }];
  connect();
  link.ask(['cluster']);
  await until(() => {
    link.ask(['cluster']);
    expect(asked).toEqual([['cluster'], ['cluster']]);
  });
});

test('given a peer that sends nonsense, and too much of it, then it is said once, the rest is dropped, and the link stays', async () => {
  listener.observations.mockImplementation((message) => {
    if (message === 'nonsense') throw new Error('no list');
  });
  connect();
  await until(() => expect(link.isConnected).toBe(true));
  for (let n = 0; n < 100; n++) peerSide().emit('observations', 'nonsense');
  link.ask(['cluster']);
  await until(() => expect(asked.at(-1)).toEqual(['cluster']));
  expect(listener.observations.mock.calls.length).toBeLessThan(40);
  expect(Logger.prototype.warn).toHaveBeenCalledTimes(1);
  expect(link.isConnected).toBe(true);
});

test('given a peer that is lost and comes back, then what it said counts no more, and it is asked again', async () => {
  connect();
  link.ask(['cluster']);
  await until(() => expect(asked).toHaveLength(1));
  peerSide().conn.close();
  await until(() => expect(listener.gone).toHaveBeenCalled());
  await until(() => expect(asked).toEqual([['cluster'], ['cluster']]));
});

test('given a wrong secret, then it is said once and nothing is asked', async () => {
  connect('w'.repeat(43));
  link.ask(['cluster']);
  await until(() => expect(Logger.prototype.warn).toHaveBeenCalledTimes(1));
  expect([link.isConnected, asked]).toEqual([false, []]);
});
