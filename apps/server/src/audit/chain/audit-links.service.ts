import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '@weft/shared/kinds/audit';
import { Mongo } from '../../core/mongo/mongo.js';
import type { AuditPosition } from '../../domain/documents/alert.document.js';
import { toAuditEntry } from '../documents/audit.mapper.js';
import type { ChainLink } from './audit-chain.js';
import { AuditChainRepository } from './audit-chain.repository.js';

/** Some entries of one link, in its order. Refusals that have been removed since are not among them. */
export interface SealedEntries {
  link: Pick<ChainLink, 'sequence' | 'at' | 'previous' | 'hash'>;
  entries: AuditEntry[];
  /** The position of a receiver that has got them. */
  end: AuditPosition;
}

/** The audit in the order of its hash chain, for receivers outside. */
@Injectable()
export class AuditLinks {
  private readonly chain: AuditChainRepository;

  constructor(mongo: Mongo) {
    this.chain = new AuditChainRepository(mongo);
  }

  /** Number of the newest link; 0: none. */
  async newest(): Promise<number> {
    return (await this.chain.head()).sequence;
  }

  /** @param after links up to this one, and so many entries of the next one, are left out. @returns null: nothing follows yet */
  async next(after: AuditPosition, most: number): Promise<SealedEntries | null> {
    const found = await this.chain.after(after.sequence);
    if (!found) return null;
    const { sequence, at, previous, hash } = found;
    // The retention may have removed the link of which so many entries were sent: nothing of this one was.
    const from = sequence === after.sequence + 1 ? after.entries : 0;
    const to = Math.min(from + most, found.entries.length);
    const ids = found.entries.slice(from, to).map(({ id }) => id);
    const byId = new Map((await this.chain.entries(ids)).map((entry) => [entry._id, entry]));
    const entries = ids.flatMap((id) => byId.get(id) ?? []).map(toAuditEntry);
    const end = to === found.entries.length ? { sequence, entries: 0 } : { sequence: sequence - 1, entries: to };
    return { link: { sequence, at, previous, hash }, entries, end };
  }
}
