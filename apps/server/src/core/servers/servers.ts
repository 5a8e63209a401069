import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WEFT_VERSION } from '@weft/shared/version';
import type { Collection } from 'mongodb';
import { Mongo } from '../mongo/mongo.js';
import { ServerIdentity } from './server-identity.js';

/** Collection `servers`: who is there. `seenAt` is of the database's clock; a TTL index removes what has been silent for an hour. */
export interface ServerDocument {
  _id: string;
  hostname: string;
  version: string;
  /** `host:port` that it listens on; null until it does. */
  address: string | null;
  startedAt: Date;
  seenAt: Date;
}

const BEAT_MS = 2000;
const SILENT_AFTER_MS = 10_000;

@Injectable()
export class Servers implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Servers.name);
  private readonly servers: Collection<ServerDocument>;
  private readonly startedAt = new Date();
  private address: string | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    mongo: Mongo,
    private readonly identity: ServerIdentity,
  ) {
    this.servers = mongo.collection<ServerDocument>('servers');
  }

  async onModuleInit(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beat().catch((error: unknown) => this.logger.warn({ err: error }, 'the sign of life was not stored; tried again in 2 s'));
    }, BEAT_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.servers.deleteOne({ _id: this.identity.id });
  }

  async listensOn(address: string): Promise<void> {
    this.address = address;
    await this.beat();
  }

  /** Servers that gave a sign of life in the last 10 s. */
  alive(): Promise<ServerDocument[]> {
    return this.servers
      .find({ $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', SILENT_AFTER_MS] }] } })
      .sort({ _id: 1 })
      .toArray();
  }

  private async beat(): Promise<void> {
    const { address, startedAt } = this;
    await this.servers.updateOne(
      { _id: this.identity.id },
      [{ $set: { hostname: hostname(), version: WEFT_VERSION, address, startedAt, seenAt: '$$NOW' } }],
      { upsert: true },
    );
  }
}
