import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { METRICS_PORT } from '../config/config.js';
import { errorText, type Log } from '../log/log.js';
import { CONTENT_TYPE } from './exposition.js';

export type Scrape = () => Promise<string>;
/** Where a scrape finds the metrics; sent to the server with the inventory. */
export interface MetricsAddress {
  port: number;
  path: string;
}

const MAX_CONNECTIONS = 32;
const isLoopback = (address: string): boolean => address === 'localhost' || address === '::1' || address.startsWith('127.');

/**
 * Serves the metrics of this process over HTTP: of the agent, or of all agents of a simulation under a path each. Read-only; it serves nothing else.
 *  - it listens on one configured address; without one, on loopback and on the local address of the server link.
 *  - every request needs the token, over loopback too, because every local user can reach that. Until a server has sent the token's hash, it answers none.
 */
export class MetricsListener {
  readonly #scrapes = new Map<string, Scrape>();
  #tokenSha256: Buffer | null = null;
  /** Listens on the management address. */
  #outer: { address: string; server: Server } | null = null;
  /** Local address of the server link; null: it was not connected yet. */
  #linkAddress: string | null = null;
  #moving: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: Server,
    private readonly listensOn: string,
    private readonly followsLink: boolean,
    private readonly log: Log,
  ) {
    server.on('request', this.#answer);
  }

  /**
   * @param listen `ADDRESS:PORT`; empty: off; undefined: `port` on loopback, and on the management address once it is known.
   * @returns null: off, or the port is taken, which is logged and must not stop the agent.
   */
  static async open(listen: string | undefined, log: Log, port = METRICS_PORT): Promise<MetricsListener | null> {
    const found = /^\[?([^\]]*?)\]?:(\d+)$/.exec(listen ?? `127.0.0.1:${port}`);
    const address = found?.[1];
    if (!found || address === undefined) return null;
    const server = await openServer(address, Number(found[2]), log);
    return server && new MetricsListener(server, address, listen === undefined, log);
  }

  serve(path: string, scrape: Scrape): MetricsAddress {
    this.#scrapes.set(path, scrape);
    return { port: this.#port, path };
  }

  /** The address for other machines; null: only this machine can reach the metrics. */
  publicAddress(path: string): MetricsAddress | null {
    const isLocalOnly = isLoopback(this.listensOn) && this.#outer === null;
    if (isLocalOnly && this.#linkAddress !== null && !isLoopback(this.#linkAddress)) return null;
    return { port: this.#port, path };
  }

  /** From now on requests with the token of this SHA-256 (hexadecimal) are answered; null: none are. */
  acceptToken(tokenSha256: string | null): void {
    this.#tokenSha256 = tokenSha256 === null ? null : Buffer.from(tokenSha256, 'hex');
  }

  /** The server link uses this local address. Calls run one after the other. */
  follow(linkAddress: string): Promise<void> {
    this.#moving = this.#moving.then(() => this.#move(linkAddress));
    return this.#moving;
  }

  async close(): Promise<void> {
    await this.#moving;
    await Promise.all([this.server, ...(this.#outer ? [this.#outer.server] : [])].map(closeServer));
  }

  async #move(linkAddress: string): Promise<void> {
    this.#linkAddress = linkAddress;
    if (!this.followsLink || this.#outer?.address === linkAddress) return;
    const before = this.#outer;
    this.#outer = null;
    if (before) await closeServer(before.server);
    if (isLoopback(linkAddress)) return;
    const server = await openServer(linkAddress, this.#port, this.log);
    this.#outer = server && { address: linkAddress, server: server.on('request', this.#answer) };
  }

  get #port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  #isAllowed({ headers: { authorization } }: IncomingMessage): boolean {
    const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    return (
      given !== undefined && this.#tokenSha256 !== null && timingSafeEqual(createHash('sha256').update(given).digest(), this.#tokenSha256)
    );
  }

  readonly #answer = (request: IncomingMessage, response: ServerResponse): void => {
    const plain = { 'content-type': 'text/plain' };
    if (!this.#isAllowed(request)) {
      const why = this.#tokenSha256 ? 'send the token of agents (docs/observability.md)' : 'no server has sent the hash of a scrape token';
      response.writeHead(401, { ...plain, 'www-authenticate': 'Bearer' }).end(`${why}\n`);
      return;
    }
    const scrape = this.#scrapes.get(request.url?.split('?')[0] ?? '');
    if (!scrape || request.method !== 'GET') {
      response.writeHead(404, plain).end(`not here; metrics: ${[...this.#scrapes.keys()].join(' ')}\n`);
      return;
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      (error: unknown) => {
        this.log('warn', 'a scrape failed', { error: errorText(error) });
        response.writeHead(500, plain).end(`${errorText(error)}\n`);
      },
    );
  };
}

async function openServer(address: string, port: number, log: Log): Promise<Server | null> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
  } catch (error) {
    const where = `${address.includes(':') ? `[${address}]` : address}:${port}`;
    log('error', `no metrics are served on ${where}: free it or set metricsListen, and restart the agent`, { error: errorText(error) });
    return null;
  }
  return server;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
