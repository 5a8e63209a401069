import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { JobsRepository } from './jobs.repository.js';

const DAY_MS = 86_400_000;
/** How long ended jobs stay visible. The audit keeps destruction, accepted losses and force detaches permanently. */
const KEPT_DAYS = 90;
const EVERY_MS = 3_600_000;
/** Small enough for a transaction, and for the live events that browsers get for each job. */
const AT_ONCE = 500;

/** Removes old ended jobs, on one server at a time. */
@Injectable()
export class JobPruning implements OnApplicationBootstrap {
  private readonly logger = new Logger(JobPruning.name);

  constructor(
    private readonly leases: Leases,
    private readonly jobs: JobsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('job-pruning', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    await whileHeld(lease, EVERY_MS, async () => {
      const removed = await this.prune(lease);
      if (removed > 0) this.logger.log({ removed }, `removed ${removed} jobs that ended more than ${KEPT_DAYS} days ago`);
    });
  }

  /** @returns the number of removed jobs. */
  async prune(lease: Pick<Lease, 'signal' | 'transaction'>): Promise<number> {
    let removed = 0;
    for (let after = ''; !lease.signal.aborted; ) {
      const found = await this.jobs.endedBefore(KEPT_DAYS * DAY_MS, after, AT_ONCE);
      const last = found.at(-1);
      if (!last) break;
      after = last._id;
      removed += await lease.transaction((session) => this.jobs.removeUnneeded(found, session));
    }
    return removed;
  }
}
