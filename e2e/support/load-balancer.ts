import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 500;

/**
 * A load balancer for HTTP: it asks each server's `/readyz` every 500 ms, and sends requests in turn to those that answered 200 last, over connections that
 * it keeps open; to all servers when none did, as docs/operating.md asks for. It never repeats a request: an error of a connection becomes a 502.
 */
export class LoadBalancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ready = new Set<number>();
  private readonly timers: NodeJS.Timeout[];
  private turn = 0;

  private constructor(
    private readonly listener: Server,
    private readonly ports: readonly number[],
  ) {
    listener.on('request', (incoming, answer) => this.forward(incoming, answer));
    this.timers = ports.map((port) => setInterval(() => this.check(port), CHECK_MS));
  }

  static async of(ports: readonly number[]): Promise<LoadBalancer> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new LoadBalancer(listener, ports);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** Ports of the servers that get requests. */
  get readyPorts(): number[] {
    return [...this.ready].sort();
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.listener.close();
    this.listener.closeAllConnections();
    this.agent.destroy();
  }

  private check(port: number): void {
    const check = get({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: CHECK_MS * 4 }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) this.ready.add(port);
      else this.ready.delete(port);
    });
    // On a busy machine, a server that answers late may still be ready.
    check.on('timeout', () => check.destroy());
    check.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') this.ready.delete(port);
    });
  }

  private forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const ports = this.ready.size > 0 ? this.readyPorts : this.ports;
    const port = ports[this.turn++ % ports.length];
    const fail = (reason: string) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, { 'content-type': 'text/plain' }).end(reason);
    };
    const { connection: _, ...headers } = incoming.headers;
    const outgoing = request(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers, agent: this.agent },
      (response) => {
        const { connection: __, 'keep-alive': ___, ...kept } = response.headers;
        answer.writeHead(response.statusCode ?? 502, kept);
        response.pipe(answer);
      },
    );
    outgoing.on('error', (error) => fail(`server at ${port}: ${error.message}`));
    incoming.pipe(outgoing);
  }
}
