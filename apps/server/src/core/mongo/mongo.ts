import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { type ClientSession, type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { asOf, withPast } from '../as-of/as-of.js';
import { concurrency } from '../load/concurrency.js';
import { withScope } from '../scope/scope.js';
import { CausalClient } from './causal-client.js';
import { type CollectionName, type DomainCollection, scopeRules } from './collections.js';
import { endTransactionsOf } from './open-transactions.js';
import { PrimaryWatch } from './primary-watch.js';
import { requireReplicaSet } from './replica-set.js';
import { withStaleReads } from './stale-reads.js';
import { runTransaction, type TransactionOptions } from './transaction.js';

const HEARTBEAT_MS = 2000;

/** Read-only view of a collection. */
export type Readable<T extends { _id: string }> = Pick<
  Collection<T>,
  'find' | 'findOne' | 'aggregate' | 'countDocuments' | 'distinct' | 'collectionName' | 'dbName'
>;

export interface MongoOptions {
  uri: string;
  database: string;
  replicaSet?: string;
  connectTimeoutMs?: number;
  socketTimeoutMs?: number;
}

/** The database: one client for the whole process, and one for data that may be lost. All other data is written with majority concern (S9). */
@Injectable()
export class Mongo {
  private readonly oneByOne = new ConcurrencyLimit(
    concurrency.requestTransactions,
    () => new DomainError('too-many-changes', { mostWaiting: concurrency.requestTransactions.longestQueue + 1 }),
  );

  /** Each read and write takes its collection from here. Creating it for each use took 2 % of the server's time. */
  private readonly collections = new Map<CollectionName, Collection>();

  private constructor(
    readonly client: CausalClient,
    readonly db: Db,
    /**
     * For data that may be lost: a write waits only for the primary, and reads use read concern `local`. It is a separate client, so that no read of the main
     * client waits for these writes: on a single member, such a read takes up to 100 ms, until the journal is written.
     */
    private readonly laxClient: MongoClient,
    /** Reads from secondaries, without a primary too (`acceptingStaleReads`). It connects at the first such read. */
    private readonly staleClient: MongoClient,
    readonly primary: PrimaryWatch,
    /** Application name by which MongoDB distinguishes the transactions of this process from all others. */
    readonly appName: string,
  ) {}

  /**
   * Connects and verifies that the database is a replica set.
   * @throws Error with a message for an operator: what is wrong with the database and what to do.
   */
  static async connect({ uri, database, replicaSet, connectTimeoutMs = 5000, socketTimeoutMs = 30_000 }: MongoOptions): Promise<Mongo> {
    const appName = `weft-server ${randomUUID()}`;
    const options = {
      appName,
      ...(replicaSet === undefined ? {} : { replicaSet }),
      connectTimeoutMS: connectTimeoutMs,
      // A member that answers no heartbeat for this and `connectTimeoutMS` is lost: the driver ends the operations that wait for it, and repeats them at the new
      // primary. Without that, leases, change streams and requests wait `socketTimeoutMS` for a machine that lost power (SDAM specification, server monitoring).
      heartbeatFrequencyMS: HEARTBEAT_MS,
      socketTimeoutMS: socketTimeoutMs,
      // With the driver's 30 s, every request during an election would hang that long, and change streams would reconnect late.
      serverSelectionTimeoutMS: Math.min(connectTimeoutMs, 5000),
      ignoreUndefined: true,
      monitorCommands: false,
    };
    const client = new CausalClient(uri, {
      ...options,
      writeConcern: { w: 'majority', wtimeoutMS: socketTimeoutMs },
      readConcern: { level: 'majority' },
    });
    const primary = new PrimaryWatch(client);
    try {
      await requireReplicaSet(client);
    } catch (error) {
      await client.close();
      throw error;
    }
    const laxClient = new MongoClient(uri, { ...options, writeConcern: { w: 1 }, readConcern: { level: 'local' } });
    // Majority: no answer has what an election takes back.
    const staleClient = new MongoClient(uri, { ...options, readPreference: 'secondaryPreferred', readConcern: { level: 'majority' } });
    return new Mongo(client, client.db(database), laxClient, staleClient, primary, appName);
  }

  /** Only domain/store/ writes the domain's collections: all other code reads them (`reading`). */
  collection<T extends { _id: string }>(name: Exclude<CollectionName, DomainCollection>): Collection<T> {
    return this.stored<T>(name);
  }

  /** Any collection, for reading. */
  reading<T extends { _id: string }>(name: CollectionName): Readable<T> {
    return this.stored<T>(name);
  }

  /** A collection for data that may be lost (`laxClient`). */
  laxCollection<T extends Document>(name: string): Collection<T> {
    return this.readableWithoutPrimary<T>(this.laxClient, name);
  }

  /** Any collection, also for writing: only for domain/store/. */
  stored<T extends { _id: string }>(name: CollectionName): Collection<T> {
    const kept = this.collections.get(name) ?? withScope(scopeRules[name], this.readableWithoutPrimary(this.client, name));
    this.collections.set(name, kept);
    return kept as unknown as Collection<T>;
  }

  private readableWithoutPrimary<T extends Document>(client: MongoClient, name: string): Collection<T> {
    const database = this.db.databaseName;
    return withPast(withStaleReads(client.db(database).collection<T>(name), () => this.staleClient.db(database).collection<T>(name)));
  }

  /**
   * Runs `work` in a transaction: snapshot reads, majority writes. `work` runs again after a write conflict, so it must have no effect outside the database.
   * @throws DomainError `unavailable` after the limit of `options`; any error of `work`.
   */
  transaction<T>(work: (session: ClientSession) => Promise<T>, options?: TransactionOptions): Promise<T> {
    if (asOf()) throw new Error('a past moment can only be read, not changed in a transaction');
    return runTransaction(this.client, work, options);
  }

  /** The same, one at a time in this process (`concurrency.requestTransactions`): for user requests and for changes of assignments. */
  transactionInTurn<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.oneByOne.run(() => this.transaction(work));
  }

  /** Ends the open transactions of a process that has stopped, and frees their locks. @returns the number of transactions. */
  endTransactionsOf(appName: string): Promise<number> {
    return endTransactionsOf(this.client, appName);
  }

  /** Call it after everything else has shut down: services may still write while they stop. */
  async close(): Promise<void> {
    this.primary.close();
    await this.staleClient.close();
    await this.laxClient.close();
    await this.client.close();
  }
}
