import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText, type Log } from '../log/log.js';
import { CONTENT_TYPE } from './exposition.js';

export type Scrape = () => Promise<string>;
/** Where a scrape finds it: told to the server with the inventory. */
export interface MetricsAddress {
  port: number;
  path: string;
}

const MAX_CONNECTIONS = 32;

/** One HTTP port for the metrics of this process: of the agent, or of all agents of a simulation under a path each. Read only, and nothing else is there. */
export class MetricsListener {
  readonly #scrapes = new Map<string, Scrape>();

  private constructor(
    private readonly server: Server,
    private readonly log: Log,
  ) {
    server.on('request', (request, response) => {
      const scrape = this.#scrapes.get(request.url?.split('?')[0] ?? '');
      if (!scrape || request.method !== 'GET') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end(`not here; metrics: ${[...this.#scrapes.keys()].join(' ')}\n`);
        return;
      }
      scrape().then(
        (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
        (error: unknown) => {
          this.log('warn', 'a scrape failed', { error: errorText(error) });
          response.writeHead(500, { 'content-type': 'text/plain' }).end(`${errorText(error)}\n`);
        },
      );
    });
  }

  /** `ADDRESS:PORT`; empty: off. A port that is taken must not keep the agent from its work: said in the log, and null. */
  static async open(listen: string, log: Log): Promise<MetricsListener | null> {
    const found = /^\[?([^\]]*?)\]?:(\d+)$/.exec(listen);
    if (!found) return null;
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 });
    server.maxConnections = MAX_CONNECTIONS;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(found[2]), found[1], resolve);
      });
    } catch (error) {
      log('error', `no metrics are served: cannot listen on ${listen}; free it or set metricsListen, and restart the agent`, {
        error: errorText(error),
      });
      return null;
    }
    return new MetricsListener(server, log);
  }

  serve(path: string, scrape: Scrape): MetricsAddress {
    this.#scrapes.set(path, scrape);
    return { port: (this.server.address() as AddressInfo).port, path };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
