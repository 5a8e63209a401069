import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../../core/leases/leases.js';
import { atMostEvery, whileHeld } from '../../core/leases/while-held.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { type Head, nextLink } from './audit-chain.js';
import { AuditChainRepository } from './audit-chain.repository.js';

const EVERY_MS = 2000;
/** Interval for logging the head: whoever keeps logs elsewhere can compare it with the chain. */
const LOGS_EVERY_MS = 3_600_000;
/** The time of an entry is set before its transaction ends, by the clock of any server. */
const LATE_MS = 15 * 60_000;
const MOST_ENTRIES = 500;

/**
 * Appends the links of the audit's hash chain, on one server at a time. An entry is sealed some seconds after it was stored: the change does not wait, and
 * changes do not conflict with each other. An entry that is stored more than 15 min after its time is never sealed; `weft-server audit verify` names it.
 */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuditSealer.name);
  private readonly chain: AuditChainRepository;

  constructor(
    mongo: Mongo,
    private readonly leases: Leases,
  ) {
    this.chain = new AuditChainRepository(mongo);
  }

  onApplicationBootstrap(): void {
    this.leases.run('audit-chain', async (lease) => {
      const sealed = new Map<string, number>();
      let { at, ...head }: Head & { at: Date | null } = await this.chain.head();
      // Clocks of servers differ by less than the margin: twice of it holds all that the margin finds again.
      if (at) for (const id of await this.chain.sealedSince(new Date(at.getTime() - 2 * LATE_MS))) sealed.set(id, at.getTime());
      const log = atMostEvery(LOGS_EVERY_MS, async () => {
        if (head.sequence > 0) this.logger.log({ sequence: head.sequence, hash: head.hash }, 'head of the audit');
      });
      await whileHeld(lease, EVERY_MS, async () => {
        head = await this.seal(lease, head, at, sealed);
        at = new Date();
        await log();
      });
    });
  }

  /** @param sealed ids of sealed entries, with the time of sealing; older ones are left out at the end */
  private async seal(lease: Lease, from: Head, at: Date | null, sealed: Map<string, number>): Promise<Head> {
    const since = at && new Date(at.getTime() - LATE_MS);
    const open = (await this.chain.idsSince(since ?? undefined)).filter(({ _id }) => !sealed.has(_id)).map(({ _id }) => _id);
    let head = from;
    for (let start = 0; start < open.length; start += MOST_ENTRIES) {
      const ids = open.slice(start, start + MOST_ENTRIES);
      const byId = new Map((await this.chain.entries(ids)).map((entry) => [entry._id, entry]));
      const entries = ids.flatMap((id) => byId.get(id) ?? []);
      if (entries.length === 0) continue;
      const link = nextLink(head, entries, new Date());
      await lease.transaction((session) => this.chain.append(link, session));
      for (const { _id } of entries) sealed.set(_id, link.at.getTime());
      head = link;
    }
    const oldest = Date.now() - 3 * LATE_MS;
    for (const [id, sealedAt] of sealed) if (sealedAt < oldest) sealed.delete(id);
    return head;
  }
}
