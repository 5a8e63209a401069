import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longest time for the answers to requests that were there when the server stopped. */
const ANSWER_MS = 10_000;
/** Time for peers to close their connections after the server has closed its own side. */
const GRACE_MS = 2000;

/** Resolves when the set is empty, or after the time. The members must leave it by themselves. */
class Waited<T> {
  private readonly members = new Set<T>();
  private emptied: (() => void) | undefined;

  add(member: T, onClose: (listener: () => void) => void): void {
    this.members.add(member);
    onClose(() => {
      this.members.delete(member);
      if (this.members.size === 0) this.emptied?.();
    });
  }

  async empty(withinMs: number): Promise<T[]> {
    if (this.members.size === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    return [...this.members];
  }
}

/**
 * Tracks the connections of a server. A stop answers the requests that are there, and destroys connections that would keep the process alive: when a browser
 * or agent reconnects while the server closes, its WebSocket opens after the others were closed.
 */
export class OpenConnections {
  private readonly sockets = new Waited<Socket>();
  private readonly unanswered = new Waited<ServerResponse>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.sockets.add(socket, (listener) => socket.once('close', listener)));
    server.on('request', (_request, response) => this.unanswered.add(response, (listener) => response.once('close', listener)));
  }

  /** Closes the port, waits for the answers, runs `close`, and destroys the connections that are open after the grace period. */
  async end(close: () => Promise<void>): Promise<void> {
    this.server.close();
    await this.unanswered.empty(ANSWER_MS);
    try {
      await close();
    } finally {
      for (const socket of await this.sockets.empty(GRACE_MS)) socket.destroy();
    }
  }
}
