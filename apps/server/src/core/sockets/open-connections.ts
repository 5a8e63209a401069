import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Peers have this long to say goodbye when the server stops. */
const GRACE_MS = 2000;

/**
 * Connections of a server, to end those that would keep it from stopping: a browser or agent that connects again while the server closes
 * has its WebSocket accepted after the others were closed, and Node's `close` waits for upgraded connections for ever.
 */
export class OpenConnections {
  private readonly sockets = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Runs `close`; what is still connected after the grace is cut. */
  async during(close: () => Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, GRACE_MS);
    await close();
    clearTimeout(timer);
  }
}
