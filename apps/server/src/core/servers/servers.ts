import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import type { Collection } from 'mongodb';
import { KNOWN_SCHEMA } from '../mongo/migrations/all.js';
import { Mongo } from '../mongo/mongo.js';
import { ServerIdentity } from '../process/server-identity.js';
import { newToken } from '../secrets/secrets.js';

/** Collection `servers`: the running servers. `seenAt` is of the database's clock; a TTL index removes a server that has been offline for an hour. */
export interface ServerDocument {
  _id: string;
  hostname: string;
  version: string;
  /** Newest `AGENT_PROTOCOL` that it reads; absent in documents of older versions. */
  protocol?: number;
  /** Newest schema that it knows; absent in documents of older versions. */
  schema?: number;
  /** `host:port` that it listens on; null before it listens. */
  address: string | null;
  /** URL for other servers; null before it listens, absent in documents of older versions. */
  peerUrl?: string | null;
  /** Secret with which other servers prove that they use the same database. */
  peerSecret?: string;
  /** `Mongo.appName` of its transactions. Another server removes it after it has ended the transactions of this offline server; absent in older versions. */
  mongoAppName?: string;
  /** Connected agents; absent in documents of older versions. */
  agents?: number;
  /** End of its certificate. Null: it serves without one; absent in documents of older versions. */
  certificateExpiresAt?: Date | null;
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

/** Filter: servers that sent a heartbeat in the last 10 s. */
export const ONLINE = { $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', SILENT_AFTER_MS] }] } };

/** Online servers that know no schema as new as this one, as people know them. */
export async function olderServers(mongo: Mongo, schema: number): Promise<string[]> {
  const online = await mongo.collection<ServerDocument>('servers').find(ONLINE).toArray();
  return online.filter((server) => (server.schema ?? 0) < schema).map(({ hostname, address }) => address ?? hostname);
}

/**
 * The servers of this database. Each sends a heartbeat every 2 s, then looks for servers that have gone offline and ends their transactions. A server that
 * is killed during a transaction leaves its written documents locked, such as a lease or the drives of a reservation, and they block all other servers.
 * ([Why so](../../../../../docs/decisions/dead-servers-transactions.md).)
 */
@Injectable()
export class Servers implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Servers.name);
  private readonly servers: Collection<ServerDocument>;
  private readonly startedAt = new Date();
  private address: string | null = null;
  private peerUrl: string | null = null;
  /** Generated at each start: whoever has it can read the database now. */
  readonly peerSecret = newToken();
  private timer: NodeJS.Timeout | undefined;
  private agents: () => number = () => 0;
  private certificateExpiresAt: Date | null = null;

  constructor(
    private readonly mongo: Mongo,
    private readonly identity: ServerIdentity,
  ) {
    this.servers = mongo.collection<ServerDocument>('servers');
  }

  async onModuleInit(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beat().catch((error: unknown) => this.logger.warn({ err: error }, 'the heartbeat was not stored; the next attempt is in 2 s'));
      this.endTransactionsOfSilent().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'transactions of offline servers were not ended; the next attempt is in 2 s'),
      );
    }, BEAT_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.servers
      .deleteOne({ _id: this.identity.id })
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'this server was not removed from the list of servers; the others will see it as offline'),
      );
  }

  async listensOn(address: string, peerUrl: string): Promise<void> {
    this.address = address;
    this.peerUrl = peerUrl;
    await this.beat();
  }

  /** End of this server's certificate; null: it serves without one. */
  get certificateExpiry(): Date | null {
    return this.certificateExpiresAt;
  }

  /** From now on each heartbeat carries the end of this server's certificate. */
  servesCertificateUntil(expiresAt: Date): void {
    this.certificateExpiresAt = expiresAt;
  }

  /** From now on each heartbeat carries this number of agents. */
  countsAgents(agents: () => number): void {
    this.agents = agents;
  }

  /** Every stored server by host name, with whether it sent a heartbeat in the last 10 s. */
  list(): Promise<(ServerDocument & { online: boolean })[]> {
    return this.servers
      .aggregate<ServerDocument & { online: boolean }>([{ $sort: { hostname: 1, startedAt: 1 } }, { $set: { online: { $not: silent } } }])
      .toArray();
  }

  /** Servers that sent a heartbeat in the last 10 s. */
  alive(): Promise<ServerDocument[]> {
    return this.servers.find(ONLINE).sort({ _id: 1 }).toArray();
  }

  /** Live servers other than this one that have published a URL. */
  async peers(): Promise<Peer[]> {
    return (await this.alive()).flatMap(({ _id, hostname: host, peerUrl, peerSecret }) =>
      _id !== this.identity.id && peerUrl && peerSecret ? [{ id: _id, hostname: host, url: peerUrl, secret: peerSecret }] : [],
    );
  }

  private async endTransactionsOfSilent(): Promise<void> {
    for (const { _id, mongoAppName = '' } of await this.servers.find({ mongoAppName: { $exists: true }, $expr: silent }).toArray()) {
      const ended = await this.mongo.endTransactionsOf(mongoAppName);
      // A server that is back stays listed, and runs its ended transactions again.
      await this.servers.updateOne({ _id, $expr: silent }, { $unset: { mongoAppName: 1 } });
      if (ended > 0) this.logger.warn({ serverId: _id, ended }, `server ${_id} is offline: ended ${ended} of its open transactions`);
    }
  }

  private async beat(): Promise<void> {
    const { address, peerUrl, peerSecret, startedAt, certificateExpiresAt } = this;
    const mongoAppName = this.mongo.appName;
    const agents = this.agents();
    await this.servers.updateOne(
      { _id: this.identity.id },
      [
        {
          $set: {
            hostname: hostname(),
            version: WEFT_VERSION,
            protocol: AGENT_PROTOCOL,
            schema: KNOWN_SCHEMA,
            address,
            peerUrl,
            peerSecret,
            mongoAppName,
            agents,
            certificateExpiresAt,
            startedAt,
            seenAt: '$$NOW',
          },
        },
      ],
      { upsert: true },
    );
  }
}
