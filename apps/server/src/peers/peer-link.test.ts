import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { SERVER_NAMESPACE } from '@weft/shared/links/server-link';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../core/tls/make-certificates.js';
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

test('verifies a peer with the authority of the cluster', async () => {
  const authority = await makeAuthority();
  const { certificate, key } = await makeServerCertificate(authority, ['127.0.0.1'], new Date(Date.now() + 60_000));
  const tls = createTlsServer({ cert: certificate, key });
  sockets.attach(tls);
  tls.listen(0, '127.0.0.1');
  await once(tls, 'listening');
  const url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
  const linkWith = (pem: string | null) => {
    link = new PeerLink({ id: 'peer', hostname: 'h', url, secret }, 'own', listener, pem);
  };
  linkWith(null);
  await until(() => expect(Logger.prototype.warn).toHaveBeenCalled());
  expect(link.isConnected).toBe(false);
  link.close();
  linkWith(authority.certificate);
  await until(() => expect(link.isConnected).toBe(true));
  tls.close();
});

test('requests watched objects once connected and whenever they change, but not otherwise', async () => {
  connect();
  link.ask(['cluster']);
  await until(() => expect(asked).toEqual([['cluster']]));
  link.ask(['cluster']);
  link.ask([]);
  await until(() => expect(asked).toEqual([['cluster'], []]));
});

test('repeats a refused request the next time the same objects are wanted', async () => {
  answers = [{ ok: false, code: 'rate-limited', detail: '' }];
  connect();
  link.ask(['cluster']);
  await until(() => {
    link.ask(['cluster']);
    expect(asked).toEqual([['cluster'], ['cluster']]);
  });
});

test('logs invalid messages of a peer once, drops the excess, and keeps the link', async () => {
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

test('reports a lost peer as gone, and asks it again when it returns', async () => {
  connect();
  link.ask(['cluster']);
  await until(() => expect(asked).toHaveLength(1));
  peerSide().conn.close();
  await until(() => expect(listener.gone).toHaveBeenCalled());
  await until(() => expect(asked).toEqual([['cluster'], ['cluster']]));
});

test('logs a wrong secret once, and requests nothing', async () => {
  connect('w'.repeat(43));
  link.ask(['cluster']);
  await until(() => expect(Logger.prototype.warn).toHaveBeenCalledTimes(1));
  expect([link.isConnected, asked]).toEqual([false, []]);
});
