import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type ChangeStream, MongoServerError, type ResumeToken, type Timestamp } from 'mongodb';
import { retries } from '../load/retries.js';
import { type WatchedCollection, watchedCollections } from '../mongo/collections.js';
import { Mongo } from '../mongo/mongo.js';

export interface Change {
  collection: WatchedCollection;
  id: string;
  /** Revision after the change; null when the change did not touch it. */
  revision: number | null;
  deleted: boolean;
  /** Of an update of a node: the fields that it set or removed, by dotted paths. Absent: any may have changed. */
  fields?: readonly string[];
}
type Unsubscribe = () => void;

/** ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken: the stream can never resume from this token (MongoDB error codes). */
const HISTORY_LOST = [286, 280, 260];

interface Thin {
  _id: ResumeToken;
  clusterTime: Timestamp;
  operationType: string;
  ns?: { coll: WatchedCollection };
  documentKey?: { _id: string };
  inserted?: number;
  updated?: number;
  fields?: string[] | null;
}

/** Only ids, revisions and names of fields cross the network: no lookup, no documents. */
const pipeline = [
  {
    $match: {
      operationType: { $in: ['insert', 'update', 'replace', 'delete', 'invalidate', 'drop', 'dropDatabase'] },
      $or: [{ 'ns.coll': { $in: watchedCollections } }, { 'ns.coll': { $exists: false } }],
    },
  },
  {
    $project: {
      clusterTime: 1,
      operationType: 1,
      'ns.coll': 1,
      documentKey: 1,
      inserted: '$fullDocument.revision',
      updated: '$updateDescription.updatedFields.revision',
      // Null unless it is an update: $concatArrays of a missing list is null.
      fields: {
        $cond: [
          { $eq: ['$ns.coll', 'nodes'] },
          {
            $concatArrays: [
              { $map: { input: { $objectToArray: '$updateDescription.updatedFields' }, in: '$$this.k' } },
              '$updateDescription.removedFields',
            ],
          },
          null,
        ],
      },
    },
  },
];

/** One change stream per server (DESIGN, Control 6). It reports which objects changed, not how. Lost history causes one `onResync` call. */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ChangeFeed.name);
  private readonly changeListeners = new Set<(change: Change) => void>();
  private readonly resyncListeners = new Set<() => void>();
  private stream: ChangeStream | undefined;
  private token: ResumeToken | undefined;
  private stopped = false;
  private done: Promise<void> = Promise.resolve();
  /** Why the stream is down, or null. Readiness reports it. */
  problem: string | null = 'not started';

  constructor(private readonly mongo: Mongo) {}

  onChange(listener: (change: Change) => void): Unsubscribe {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Calls `listener` when changes may have been missed: it must read everything again. */
  onResync(listener: () => void): Unsubscribe {
    this.resyncListeners.add(listener);
    return () => this.resyncListeners.delete(listener);
  }

  /** Resolves when the stream is open: the feed reports every change that is newer than data read after this point. */
  async onModuleInit(): Promise<void> {
    await this.open();
    this.done = this.follow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.stream?.close();
    await this.done;
  }

  /** Opens the stream after the last reported change, or at the database's current time, so that no change before the cursor opens is missed. */
  private async open(): Promise<void> {
    if (this.token) this.stream = this.mongo.db.watch(pipeline, { resumeAfter: this.token });
    else {
      const { operationTime } = await this.mongo.db.command({ ping: 1 });
      this.stream = this.mongo.db.watch(pipeline, { startAtOperationTime: operationTime });
    }
    this.problem = null;
  }

  private async follow(): Promise<void> {
    let failures = 0;
    while (!this.stopped) {
      try {
        if (!this.stream || this.stream.closed) await this.open();
        for (;;) {
          this.take((await this.stream?.next()) as unknown as Thin);
          failures = 0;
        }
      } catch (error) {
        if (this.stopped) return;
        failures++;
        await this.recover(error, failures);
      }
    }
  }

  /** The driver resumes once by itself. An error that arrives here needs a new stream, from the last token or from the current time. */
  private async recover(error: unknown, failures: number): Promise<void> {
    this.problem = `change stream down: ${(error as Error).message}`;
    await this.stream?.close();
    this.stream = undefined;
    const lost = this.token === undefined || (error instanceof MongoServerError && HISTORY_LOST.includes(Number(error.code)));
    this.logger.warn({ err: error, failures, lost }, 'the change stream failed; the server opens it again');
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(retries.changeStream, failures)));
    if (!lost || this.stopped) return;
    this.token = undefined;
    await this.reopenFromNow();
  }

  private async reopenFromNow(): Promise<void> {
    try {
      await this.open();
      this.tellResync();
    } catch (error) {
      this.problem = `change stream down: ${(error as Error).message}`;
      await this.stream?.close();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * retries.changeStream.longestMs));
    }
  }

  private take(event: Thin): void {
    if (event.operationType === 'invalidate') {
      this.token = undefined;
      throw new Error('the database was dropped');
    }
    this.token = event._id;
    // Reads by the listeners are then at least as new as this change, whichever member is the primary.
    this.mongo.client.saw(event.clusterTime);
    if (!event.ns || !event.documentKey) {
      this.tellResync();
      return;
    }
    const change: Change = {
      collection: event.ns.coll,
      id: event.documentKey._id,
      revision: event.inserted ?? event.updated ?? null,
      deleted: event.operationType === 'delete',
      ...(event.fields && { fields: event.fields }),
    };
    for (const listener of this.changeListeners) this.guarded(() => listener(change));
  }

  private tellResync(): void {
    for (const listener of this.resyncListeners) this.guarded(listener);
  }

  /** An error in one listener must not stop the feed for the others. */
  private guarded(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.logger.error({ err: error }, 'a listener of the change feed failed');
    }
  }
}
