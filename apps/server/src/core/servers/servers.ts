import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WEFT_VERSION } from '@weft/shared/version';
import type { Collection } from 'mongodb';
import { Mongo } from '../mongo/mongo.js';
import { newToken } from '../secrets/secrets.js';
import { ServerIdentity } from './server-identity.js';

/** Collection `servers`: who is there. `seenAt` is of the database's clock; a TTL index removes what has been silent for an hour. */
export interface ServerDocument {
  _id: string;
  hostname: string;
  version: string;
  /** `host:port` that it listens on; null until it does. */
  address: string | null;
  /** Where other servers reach it; null until it listens, absent of older versions. */
  peerUrl?: string | null;
  /** What they prove with that they are servers of this database. */
  peerSecret?: string;
  /** Of its transactions (`Mongo.appName`). Gone when those were ended by another server, because it was silent; absent of older versions. */
  mongoAppName?: string;
  startedAt: Date;
  seenAt: Date;
}

export interface Peer {
  id: string;
  hostname: string;
  url: string;
  secret: string;
}

const BEAT_MS = 2000;
const SILENT_AFTER_MS = 10_000;
const silent = { $lte: ['$seenAt', { $subtract: ['$$NOW', SILENT_AFTER_MS] }] };

/**
 * Which servers there are. Each gives a sign of life every 2 s; then it looks for those that have become silent, and ends their transactions: a server that is
 * killed in one leaves locked what that has written, a lease or the drives of a booking, and no other server gets past it.
 * ([Why so](../../../../../docs/decisions/dead-servers-transactions.md).)
 */
@Injectable()
export class Servers implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Servers.name);
  private readonly servers: Collection<ServerDocument>;
  private readonly startedAt = new Date();
  private address: string | null = null;
  private peerUrl: string | null = null;
  /** Made at start: whoever has it can read the database now. */
  readonly peerSecret = newToken();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly identity: ServerIdentity,
  ) {
    this.servers = mongo.collection<ServerDocument>('servers');
  }

  async onModuleInit(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beat().catch((error: unknown) => this.logger.warn({ err: error }, 'the sign of life was not stored; tried again in 2 s'));
      this.endTransactionsOfSilent().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'transactions of servers that are silent were not ended; tried again in 2 s'),
      );
    }, BEAT_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.servers
      .deleteOne({ _id: this.identity.id })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'this server is still listed: the others find it silent'));
  }

  async listensOn(address: string, peerUrl: string): Promise<void> {
    this.address = address;
    this.peerUrl = peerUrl;
    await this.beat();
  }

  /** Servers that gave a sign of life in the last 10 s. */
  alive(): Promise<ServerDocument[]> {
    return this.servers
      .find({ $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', SILENT_AFTER_MS] }] } })
      .sort({ _id: 1 })
      .toArray();
  }

  /** The living servers but this one, that say where they can be reached. */
  async peers(): Promise<Peer[]> {
    return (await this.alive()).flatMap(({ _id, hostname: host, peerUrl, peerSecret }) =>
      _id !== this.identity.id && peerUrl && peerSecret ? [{ id: _id, hostname: host, url: peerUrl, secret: peerSecret }] : [],
    );
  }

  private async endTransactionsOfSilent(): Promise<void> {
    for (const { _id, mongoAppName = '' } of await this.servers.find({ mongoAppName: { $exists: true }, $expr: silent }).toArray()) {
      const ended = await this.mongo.endTransactionsOf(mongoAppName);
      // If it is there again it stays listed; what was ended it runs again.
      await this.servers.updateOne({ _id, $expr: silent }, { $unset: { mongoAppName: 1 } });
      if (ended > 0)
        this.logger.warn({ serverId: _id, ended }, `server ${_id} is silent: ${ended} transactions it had left open were ended`);
    }
  }

  private async beat(): Promise<void> {
    const { address, peerUrl, peerSecret, startedAt } = this;
    const mongoAppName = this.mongo.appName;
    await this.servers.updateOne(
      { _id: this.identity.id },
      [{ $set: { hostname: hostname(), version: WEFT_VERSION, address, peerUrl, peerSecret, mongoAppName, startedAt, seenAt: '$$NOW' } }],
      { upsert: true },
    );
  }
}
