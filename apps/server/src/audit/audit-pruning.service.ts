import type { Lease } from '../core/leases/leases.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import type { SettingsDocument } from '../settings/settings.document.js';
import { recordByCommand } from './audit.service.js';
import type { ChainLink } from './chain/audit-chain.js';
import { AuditChainRepository } from './chain/audit-chain.repository.js';

const DAY_MS = 86_400_000;
/** Links of one transaction, of at most 500 entries each. */
const MOST_LINKS = 20;

export interface Removed {
  entries: number;
  /** Number of the last removed link. */
  upTo: number;
  days: number;
}

/**
 * Removes entries that are older than `auditKeptDays`, with the beginning of the hash chain that seals them. Each removal leaves a statement in the audit
 * with the last removed link, from which the rest of the chain follows: `weft-server audit verify` asks for it. What a channel has not got yet stays.
 */
export class AuditPruning {
  private readonly chain: AuditChainRepository;

  constructor(private readonly mongo: Mongo) {
    this.chain = new AuditChainRepository(mongo);
  }

  async isDue(now: Date): Promise<boolean> {
    const { days } = await this.settings();
    return (await this.due(days, now, 1)).length > 0;
  }

  /** One element for each transaction. */
  async *run(lease: Pick<Lease, 'transaction' | 'signal'>, now: Date): AsyncGenerator<Removed> {
    const { id, days } = await this.settings();
    while (!lease.signal.aborted) {
      const links = await this.due(days, now, MOST_LINKS);
      const last = links.at(-1);
      if (!last) return;
      const entries = await lease.transaction(async (session) => {
        const removed = await this.chain.remove(links, session);
        const about = { statement: 'audit-pruned', about: { id, name: 'cluster' } } as const;
        const { sequence, hash } = last;
        const statement = auditStatement(about, 'audit-pruned', { sequence, hash, entries: removed, days });
        const subject = { kind: 'settings', id, name: 'cluster' } as const;
        await recordByCommand(this.mongo, session, { by: 'auditKeptDays', action: 'audit.prune', subject, statements: [statement] });
        return removed;
      });
      yield { entries, upTo: last.sequence, days };
    }
  }

  private async settings(): Promise<{ id: string; days: number }> {
    const found = await this.mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' });
    return { id: found?.clusterId ?? '', days: found?.spec.auditKeptDays ?? 0 };
  }

  /** The newest link stays in any case: the next one is chained to it. @param days 0: everything is kept for good */
  private async due(days: number, now: Date, most: number): Promise<ChainLink[]> {
    if (!days) return [];
    const upTo = Math.min((await this.chain.head()).sequence - 1, await this.chain.sentToAll());
    return this.chain.oldest(new Date(now.getTime() - days * DAY_MS), upTo, most);
  }
}
