import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { Mongo } from '../core/mongo/mongo.js';
import { mayRemoveAudit } from '../core/mongo/rights/append-only.js';
import { AuditPruning } from './audit-pruning.service.js';

const EVERY_MS = 3_600_000;
export const RETENTION_LEASE = 'audit-retention';

/** Removes old entries once an hour, on one server. If the database's user may only append to the audit, `weft-server audit prune` does it instead. */
@Injectable()
export class AuditPruner implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuditPruner.name);

  constructor(
    private readonly mongo: Mongo,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run(RETENTION_LEASE, (lease) => whileHeld(lease, EVERY_MS, () => this.prune(lease)));
  }

  async prune(lease: Pick<Lease, 'transaction' | 'signal'>, now = new Date()): Promise<void> {
    const pruning = new AuditPruning(this.mongo);
    if (!(await mayRemoveAudit(this.mongo.db))) {
      if (await pruning.isDue(now)) this.logger.warn('audit entries are older than auditKeptDays: run `weft-server audit prune`');
      return;
    }
    for await (const removed of pruning.run(lease, now)) this.logger.log(removed, 'removed old audit entries');
  }
}
