import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { Mongo } from '../core/mongo/mongo.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { SettingsService } from '../settings/settings.service.js';
import { AuditService } from './audit.service.js';
import { AuditChainRepository } from './chain/audit-chain.repository.js';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Links of one transaction, of at most 500 entries each. */
const MOST_LINKS = 20;

/**
 * Removes entries that are older than `auditKeptDays`, with the beginning of the hash chain that seals them. Each removal leaves a statement in the audit
 * with the last removed link, from which the rest of the chain follows: `weft-server audit verify` asks for it. What a channel has not got yet stays.
 */
@Injectable()
export class AuditPruner implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuditPruner.name);
  private readonly chain: AuditChainRepository;

  constructor(
    mongo: Mongo,
    private readonly leases: Leases,
    private readonly audit: AuditService,
    private readonly settings: SettingsService,
  ) {
    this.chain = new AuditChainRepository(mongo);
  }

  onApplicationBootstrap(): void {
    this.leases.run('audit-retention', (lease) => whileHeld(lease, EVERY_MS, () => this.prune(lease)));
  }

  /** The newest link stays in any case: the next one is chained to it. */
  async prune(lease: Pick<Lease, 'transaction' | 'signal'>, now = new Date()): Promise<void> {
    const { clusterId: id, spec } = await this.settings.get();
    const days = spec.auditKeptDays;
    if (!days) return;
    const upTo = Math.min((await this.chain.head()).sequence - 1, await this.chain.sentToAll());
    while (!lease.signal.aborted) {
      const links = await this.chain.oldest(new Date(now.getTime() - days * DAY_MS), upTo, MOST_LINKS);
      const last = links.at(-1);
      if (!last) return;
      const entries = await lease.transaction(async (session) => {
        const removed = await this.chain.remove(links, session);
        const about = { statement: 'audit-pruned', about: { id, name: 'cluster' } } as const;
        const { sequence, hash } = last;
        const statement = auditStatement(about, 'audit-pruned', { sequence, hash, entries: removed, days });
        const subject = { kind: 'settings', id, name: 'cluster' } as const;
        await this.audit.record(session, { by: 'auditKeptDays', action: 'audit.prune', subject, statements: [statement] });
        return removed;
      });
      this.logger.log({ entries, upTo: last.sequence, days }, 'removed old audit entries');
    }
  }
}
