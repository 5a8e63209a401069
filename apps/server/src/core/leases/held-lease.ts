import type { ClientSession } from 'mongodb';
import type { Mongo } from '../mongo/mongo.js';
import type { LeaseDocuments } from './lease-documents.js';
import { Queue } from './queue.js';

/** A lease while this process holds it. */
export interface Lease {
  readonly name: string;
  /** Rises with every change of holder. */
  readonly term: number;
  /** Aborted when the lease is lost or given back: stop, another may be at work. */
  readonly signal: AbortSignal;
  /**
   * A transaction that can only commit while the lease is held: its first operation writes the lease's document, filtered by holder, term and the database's clock.
   * @throws LeaseLost, or as `Mongo.transaction`.
   */
  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export class HeldLease implements Lease {
  private readonly controller = new AbortController();
  /** Renewals and transactions all write one document: in turn, they never meet. */
  private readonly queue = new Queue();
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

  /** Gives it back, once: who calls again waits for the same. */
  release(): Promise<void> {
    this.released ??= this.giveBack();
    return this.released;
  }

  private async giveBack(): Promise<void> {
    if (this.signal.aborted) return;
    this.lose('it was given back');
    await this.queue.run(() => this.documents.release(this.name, this.term));
  }

  /** By this process's clock, from before the write that the database confirmed: never later than the database's own end. */
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
