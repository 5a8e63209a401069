import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { WEFT_VERSION } from '@weft/shared/version';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Mongo } from '../mongo/mongo.js';
import { addProcessMetrics } from './process-metrics.js';

/** The server's own metrics. Features add theirs to `registry`; names start with `weft_server_`. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();
  private readonly logger = new Logger(Metrics.name);
  private readonly requests = new Histogram({
    name: 'weft_server_http_request_duration_seconds',
    help: 'Time from a request to its answer, by endpoint of the contract.',
    labelNames: ['endpoint', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  private readonly stopMeasuring: () => void;

  constructor(mongo: Mongo) {
    this.stopMeasuring = addProcessMetrics(this.registry);
    new Gauge({
      name: 'weft_server_info',
      help: 'Version of the server; always 1.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: WEFT_VERSION }, 1);
    this.watchPool(mongo);
  }

  /** A gauge whose values are read at each scrape. One that cannot be read is absent from the scrape; its other metrics show why. */
  readAtScrape<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: (gauge: Gauge<Label>) => Promise<void>,
  ): void {
    const collect = this.reading(name, read);
    const common = { name, help, labelNames: [...labelNames], registers: [this.registry] };
    new Gauge({
      ...common,
      collect() {
        return collect(this);
      },
    });
  }

  /** As `readAtScrape`, of counts that only rise and are stored. */
  countAtScrape<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: (counter: Counter<Label>) => Promise<void>,
  ): void {
    const collect = this.reading(name, read);
    const common = { name, help, labelNames: [...labelNames], registers: [this.registry] };
    new Counter({
      ...common,
      collect() {
        return collect(this);
      },
    });
  }

  private reading<M extends { reset: () => void }>(name: string, read: (metric: M) => Promise<void>): (metric: M) => Promise<void> {
    return async (metric) => {
      metric.reset();
      await read(metric).catch((error: unknown) => {
        metric.reset();
        this.logger.warn({ err: error, metric: name }, `${name} could not be read for a scrape and is absent from it`);
      });
    };
  }

  request(endpoint: string, method: string, status: number, seconds: number): void {
    this.requests.observe({ endpoint, method, status: String(status) }, seconds);
  }

  onApplicationShutdown(): void {
    this.stopMeasuring();
    this.registry.clear();
  }

  private watchPool({ client }: Mongo): void {
    const registers = [this.registry];
    const open = new Gauge({ name: 'weft_server_mongodb_connections', help: 'Open connections to MongoDB.', registers });
    const used = new Gauge({ name: 'weft_server_mongodb_connections_in_use', help: 'Connections to MongoDB that are at work.', registers });
    const failed = new Counter({
      name: 'weft_server_mongodb_checkout_failures_total',
      help: 'Operations that got no connection to MongoDB.',
      registers,
    });
    client.on('connectionCreated', () => open.inc());
    client.on('connectionClosed', () => open.dec());
    client.on('connectionCheckedOut', () => used.inc());
    client.on('connectionCheckedIn', () => used.dec());
    client.on('connectionCheckOutFailed', () => failed.inc());
  }
}
