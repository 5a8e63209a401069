import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Time for peers to close their connections when the server stops. */
const GRACE_MS = 2000;

/**
 * Tracks the connections of a server, to destroy those that would keep it from stopping. When a browser or agent reconnects while the server closes,
 * its WebSocket opens after the others were closed, and Node's `close` waits for upgraded connections without a limit.
 */
export class OpenConnections {
  private readonly sockets = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Runs `close`, and destroys the connections that are still open after the grace period. */
  async during(close: () => Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, GRACE_MS);
    await close();
    clearTimeout(timer);
  }
}
