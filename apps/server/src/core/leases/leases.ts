import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import type { ClientSession } from 'mongodb';
import { retries } from '../load/retries.js';
import { Mongo } from '../mongo/mongo.js';
import { ServerIdentity } from '../process/server-identity.js';
import { HeldLease, type Lease } from './held-lease.js';
import { type LeaseDocument, LeaseDocuments } from './lease-documents.js';
import { pause } from './pause.js';

export type { Lease } from './held-lease.js';
export { LeaseLost } from './held-lease.js';

export interface Stoppable {
  stop(): Promise<void>;
}

const DURATION_MS = 9000;

/** Singletons among servers (DESIGN, Control 4): only one server at a time runs the work of a lease. */
@Injectable()
export class Leases implements OnApplicationShutdown {
  private readonly logger = new Logger(Leases.name);
  private readonly running = new Set<Stoppable>();
  protected durationMs = DURATION_MS;

  constructor(
    private readonly mongo: Mongo,
    private readonly server: ServerIdentity,
  ) {}

  /**
   * Keeps trying to hold the lease `name`, and calls `work` whenever it holds the lease. `work` should run until `lease.signal` aborts. If it returns
   * earlier, it is called again after a pause. If it throws, the error is logged and the pause doubles, up to 30 s.
   */
  run(name: string, work: (lease: Lease) => Promise<void>): Stoppable {
    const stopping = new AbortController();
    const done = this.keepTrying(name, work, stopping.signal);
    const stoppable: Stoppable = {
      stop: async () => {
        stopping.abort();
        this.running.delete(stoppable);
        await done;
      },
    };
    this.running.add(stoppable);
    return stoppable;
  }

  /** Makes transactions conflict that touch the same lease, and the later one sees the earlier one. */
  async touch(name: string, session: ClientSession): Promise<void> {
    await this.mongo.collection<LeaseDocument>('leases').updateOne({ _id: name }, { $inc: { writes: 1 } }, { session });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.running].map((each) => each.stop()));
  }

  private async keepTrying(name: string, work: (lease: Lease) => Promise<void>, stopping: AbortSignal): Promise<void> {
    const documents = new LeaseDocuments(this.mongo.collection<LeaseDocument>('leases'), this.server.id, this.durationMs);
    let failures = 0;
    while (!stopping.aborted) {
      try {
        const startedAt = performance.now();
        const term = await documents.acquire(name);
        if (term !== null) {
          this.logger.log(`holds lease ${name}, term ${term}`);
          await this.hold(new HeldLease(name, term, this.mongo, documents, this.durationMs, startedAt), work, stopping);
        }
        failures = 0;
      } catch (error) {
        failures++;
        this.logger.error({ err: error, lease: name, failures }, `work under lease ${name} failed; the server retries it`);
      }
      await pause(failures === 0 ? (this.durationMs / 3) * (0.75 + Math.random() / 2) : retryDelayMs(retries.lease, failures), stopping);
    }
  }

  /** Renews the lease while the work runs, and releases it when the work ends. */
  private async hold(lease: HeldLease, work: (lease: Lease) => Promise<void>, stopping: AbortSignal): Promise<void> {
    const renewals = setInterval(() => {
      lease
        .renew()
        .catch((error: unknown) =>
          this.logger.warn(
            { err: error, lease: lease.name },
            `lease ${lease.name} was not renewed; it is lost unless the next attempt succeeds`,
          ),
        );
    }, this.durationMs / 3);
    const release = () => {
      lease
        .release()
        .catch((error: unknown) =>
          this.logger.warn(
            { err: error, lease: lease.name },
            `lease ${lease.name} was not released; the next holder waits until it expires`,
          ),
        );
    };
    stopping.addEventListener('abort', release);
    try {
      if (!stopping.aborted) await work(lease);
    } catch (error) {
      // An error after the lease is lost is a consequence of the loss.
      if (!lease.signal.aborted) throw error;
      this.logger.log(`${(lease.signal.reason as Error).message}`);
    } finally {
      clearInterval(renewals);
      stopping.removeEventListener('abort', release);
      await lease.release();
    }
  }
}
