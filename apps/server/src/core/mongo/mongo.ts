import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ClientSession, type Collection, type Db, MongoClient } from 'mongodb';
import { CausalClient } from './causal-client.js';
import type { CollectionName, DomainCollection } from './collections.js';
import { endTransactionsOf } from './open-transactions.js';
import { requireReplicaSet } from './replica-set.js';
import { runTransaction, type TransactionOptions } from './transaction.js';
import { TransactionQueue } from './transaction-queue.js';

/** A collection as those see it who only read it. */
export type Readable<T extends { _id: string }> = Pick<
  Collection<T>,
  'find' | 'findOne' | 'aggregate' | 'countDocuments' | 'distinct' | 'collectionName'
>;

export interface MongoOptions {
  uri: string;
  database: string;
  replicaSet?: string;
  connectTimeoutMs?: number;
  socketTimeoutMs?: number;
}

/** The database: one client for the whole process, and one for what may be lost. All else is written with majority concern (S9). */
@Injectable()
export class Mongo {
  private readonly queue = new TransactionQueue();

  private constructor(
    readonly client: CausalClient,
    readonly db: Db,
    private readonly laxClient: MongoClient,
    /**
     * For what may be lost: written when the primary has it, read as it is there. A client of its own, for which no read of the other one waits: a read
     * that has to see a write that nobody waited for takes up to 100 ms on a single member, until the journal is written.
     */
    readonly lax: Db,
    /** By which MongoDB tells this process's transactions from all others. */
    readonly appName: string,
  ) {}

  /**
   * Connects and makes sure that it is a replica set.
   * @throws Error in words for an operator: what is wrong with the database and what to do.
   */
  static async connect({ uri, database, replicaSet, connectTimeoutMs = 30_000, socketTimeoutMs = 30_000 }: MongoOptions): Promise<Mongo> {
    const appName = `weft-server ${randomUUID()}`;
    const options = {
      appName,
      ...(replicaSet === undefined ? {} : { replicaSet }),
      connectTimeoutMS: connectTimeoutMs,
      socketTimeoutMS: socketTimeoutMs,
      // The driver's 30 s would let every request of an election hang that long, and change streams come back late.
      serverSelectionTimeoutMS: Math.min(connectTimeoutMs, 5000),
      ignoreUndefined: true,
      monitorCommands: false,
    };
    const client = new CausalClient(uri, {
      ...options,
      writeConcern: { w: 'majority', wtimeoutMS: socketTimeoutMs },
      readConcern: { level: 'majority' },
    });
    try {
      await requireReplicaSet(client);
    } catch (error) {
      await client.close();
      throw error;
    }
    const laxClient = new MongoClient(uri, { ...options, writeConcern: { w: 1 }, readConcern: { level: 'local' } });
    return new Mongo(client, client.db(database), laxClient, laxClient.db(database), appName);
  }

  /** Those of the domain are written by domain/store/ alone: everybody else reads them (`reading`). */
  collection<T extends { _id: string }>(name: Exclude<CollectionName, DomainCollection>): Collection<T> {
    return this.db.collection<T>(name);
  }

  /** Any collection, to be read. */
  reading<T extends { _id: string }>(name: CollectionName): Readable<T> {
    return this.db.collection<T>(name);
  }

  /**
   * Runs `work` in a transaction: snapshot reads, majority writes. `work` runs again after a write conflict, so it must have no effect outside the database.
   * @throws DomainError `unavailable` after the limit of `options`; whatever `work` throws.
   */
  transaction<T>(work: (session: ClientSession) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return runTransaction(this.client, work, options);
  }

  /** The same, for what people ask for and what changes assignments: in turn with the others of this process, see `TransactionQueue`. */
  transactionInTurn<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.queue.run(() => this.transaction(work));
  }

  /** Ends what a process that is gone has left open, and locked. @returns how many transactions. */
  endTransactionsOf(appName: string): Promise<number> {
    return endTransactionsOf(this.client, appName);
  }

  /** After everything else has shut down: what stops may still write. */
  async close(): Promise<void> {
    await this.laxClient.close();
    await this.client.close();
  }
}
