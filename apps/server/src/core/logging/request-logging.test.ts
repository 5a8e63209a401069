import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pinoHttp } from 'pino-http';
import { expect, it } from 'vitest';
import type { LoggedRequest } from '../http/request.js';
import { requestLogging } from './logging.js';

it('logs each request with its id, the client address and the user', async () => {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const log = pinoHttp(requestLogging({ logLevel: 'info' }), stream);
  const server = createServer((request: IncomingMessage & LoggedRequest, response) => {
    Object.assign(request, { id: 'request-1', weftAddress: '198.51.100.7' });
    log(request, response);
    request.weftCaller = {
      kind: 'user',
      id: 'u',
      name: 'vera',
      role: 'viewer',
      permissions: [],
      volumes: null,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    };
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/volumes`);
  server.close();
  await once(server, 'close');
  expect(JSON.parse(written)).toMatchObject({
    level: 30,
    req: { id: 'request-1', remoteAddress: '198.51.100.7', url: '/api/v1/volumes' },
    user: 'vera',
  });
});

it('hides the code with which an OpenID Connect provider sends a browser back', () => {
  const { req } = requestLogging({ logLevel: 'info' }).serializers;
  const urlOf = (url: string) => req({ id: 'request-1', method: 'GET', url, remoteAddress: '' }).url;
  expect(urlOf('/login/oidc?code=abc&state=def')).toBe('/login/oidc?***');
  expect(urlOf('/api/v1/volumes?limit=5')).toBe('/api/v1/volumes?limit=5');
});
