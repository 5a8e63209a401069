import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from 'node:tls';

/** First byte of a TLS connection: the record type `handshake` (RFC 8446, 5.1). */
const HANDSHAKE = 0x16;
const FIRST_BYTE_MS = 10_000;

const isLoopback = ({ remoteAddress = '' }: Socket): boolean => /^(::ffff:)?127\.|^::1$/.test(remoteAddress);

/**
 * Sends a browser of this machine, which began with `http://`, to `https://` on the same port. A connection from elsewhere never gets a plain answer: whoever
 * is on the way could change it.
 */
export function redirectPlainHttp(server: Server): void {
  const redirects = createServer((request, response) => {
    response.writeHead(308, { location: `https://${request.headers.host ?? 'localhost'}${request.url}`, connection: 'close' }).end();
  });
  // Node's own listener, which begins the handshake.
  const [handshake] = server.listeners('connection') as [(socket: Socket) => void];
  server.off('connection', handshake);
  server.on('connection', (socket: Socket) => {
    if (!isLoopback(socket)) return void handshake.call(server, socket);
    const failed = () => socket.destroy();
    socket.setTimeout(FIRST_BYTE_MS, failed);
    socket.once('error', failed);
    socket.once('data', (chunk: Buffer) => {
      socket.setTimeout(0);
      socket.off('timeout', failed);
      socket.off('error', failed);
      socket.pause();
      socket.unshift(chunk);
      if (chunk[0] === HANDSHAKE) handshake.call(server, socket);
      else {
        redirects.emit('connection', socket);
        socket.resume();
      }
    });
  });
}
