import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** RFC 8305, 8: at most 2 s for one address before the next one is tried. */
const ATTEMPT_MS = 1000;

/**
 * Stands for one name with the addresses of several servers: a connection goes to the first server that accepts it, as browsers do it (RFC 8305), or to a
 * load balancer.
 */
export class OneName {
  readonly #sockets = new Set<Socket>();
  private constructor(private readonly listener: Server) {}

  /** @param urls of the servers */
  static async of(urls: readonly string[]): Promise<OneName> {
    const listener = createServer();
    const name = new OneName(listener);
    listener.on('connection', (socket) => name.#forward(socket, urls));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return name;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  close(): void {
    this.listener.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #forward(socket: Socket, [url, ...others]: readonly string[]): void {
    if (url === undefined) return void socket.destroy();
    const { hostname, port } = new URL(url);
    const server = connect(Number(port), hostname);
    const next = () => {
      clearTimeout(late);
      server.off('error', next).on('error', () => server.destroy());
      this.#forward(socket, others);
    };
    // A machine without power answers nothing.
    const late = setTimeout(() => {
      next();
      server.destroy();
    }, ATTEMPT_MS);
    server.once('error', next);
    server.once('connect', () => {
      clearTimeout(late);
      server.off('error', next);
      for (const each of [socket, server]) {
        this.#sockets.add(each);
        each.on('error', () => each.destroy());
        each.once('close', () => {
          this.#sockets.delete(each);
          socket.destroy();
          server.destroy();
        });
      }
      socket.pipe(server).pipe(socket);
    });
  }
}
