import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import type { ClientSession } from 'mongodb';
import { concurrency } from '../load/concurrency.js';
import type { Mongo } from '../mongo/mongo.js';
import type { LeaseDocuments } from './lease-documents.js';

/** A lease that this process holds. */
export interface Lease {
  readonly name: string;
  /** Rises with every change of holder. */
  readonly term: number;
  /** Aborts when the lease is lost or released: stop the work, because another server may have begun it. */
  readonly signal: AbortSignal;
  /**
   * A transaction that commits only while the lease is held: its first write to the lease's document filters by holder, term and the database's clock.
   * @throws LeaseLost, and the errors of `Mongo.transaction`.
   */
  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export class HeldLease implements Lease {
  private readonly controller = new AbortController();
  /** Renewals and transactions write the same document: one at a time, they cannot conflict. */
  private readonly queue = new ConcurrencyLimit(concurrency.leaseWrites);
  private expiry: NodeJS.Timeout | undefined;
  private released: Promise<void> | undefined;

  constructor(
    readonly name: string,
    readonly term: number,
    private readonly mongo: Mongo,
    private readonly documents: LeaseDocuments,
    private readonly durationMs: number,
    acquiredAtMs: number,
  ) {
    this.heldFrom(acquiredAtMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.queue.run(async () => {
      this.signal.throwIfAborted();
      let startedAt = performance.now();
      const result = await this.mongo.transaction(async (session) => {
        startedAt = performance.now();
        if (!(await this.documents.renew(this.name, this.term, session))) throw this.lose('another server holds it, or it ran out');
        return work(session);
      });
      this.heldFrom(startedAt);
      return result;
    });
  }

  renew(): Promise<void> {
    return this.queue.run(async () => {
      if (this.signal.aborted) return;
      const startedAt = performance.now();
      if (await this.documents.renew(this.name, this.term)) this.heldFrom(startedAt);
      else this.lose('another server holds it, or it ran out');
    });
  }

  /** Releases the lease once; further calls wait for the same release. */
  release(): Promise<void> {
    this.released ??= this.giveBack();
    return this.released;
  }

  private async giveBack(): Promise<void> {
    if (this.signal.aborted) return;
    this.lose('it was given back');
    await this.queue.run(() => this.documents.release(this.name, this.term));
  }

  /** Restarts the local expiry. It counts from before the confirmed write, so it never ends later than the lease in the database. */
  private heldFrom(startedAtMs: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.expiry);
    this.expiry = setTimeout(
      () => this.lose(`not renewed for ${this.durationMs} ms`),
      Math.max(0, startedAtMs + this.durationMs - performance.now()),
    );
    this.expiry.unref();
  }

  private lose(why: string): LeaseLost {
    clearTimeout(this.expiry);
    const lost = new LeaseLost(`lease ${this.name}, term ${this.term}: ${why}`);
    this.controller.abort(lost);
    return lost;
  }
}
