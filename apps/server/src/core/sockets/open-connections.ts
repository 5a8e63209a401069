import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longest time for the answers to requests that were there when the server stopped. */
const ANSWER_MS = 10_000;
/** Time for peers to close their connections after the server has begun to close its own side. */
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

  get all(): T[] {
    return [...this.members];
  }

  async empty(withinMs: number): Promise<T[]> {
    if (this.members.size === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.emptied = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    return this.all;
  }
}

/**
 * Tracks the connections of a server. A stop answers the requests that are there, and destroys connections that would keep the process alive: when a browser
 * or agent reconnects while the server closes, its WebSocket opens after the others were closed. Closing Socket.IO waits for every connection of HTTP; one
 * whose client sends requests without a pause, half a request, or reads no answer has no end (`server.close()` of Node ends idle ones only).
 */
export class OpenConnections {
  private readonly sockets = new Waited<Socket>();
  private readonly unanswered = new Waited<ServerResponse>();
  private isEnding = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.sockets.add(socket, (listener) => socket.once('close', listener)));
    server.prependListener('request', (_request, response) => {
      // Its answer is the last one of its connection.
      if (this.isEnding) response.shouldKeepAlive = false;
      this.unanswered.add(response, (listener) => response.once('close', listener));
    });
  }

  /** Closes the port, waits for the answers, runs `close`, and destroys the connections that are open after the grace period, also while `close` runs. */
  async end(close: () => Promise<void>): Promise<void> {
    this.isEnding = true;
    this.server.close();
    await this.unanswered.empty(ANSWER_MS);
    const late = setTimeout(() => {
      for (const socket of this.sockets.all) socket.destroy();
    }, GRACE_MS);
    try {
      await close();
    } finally {
      clearTimeout(late);
      for (const socket of await this.sockets.empty(GRACE_MS)) socket.destroy();
    }
  }
}
