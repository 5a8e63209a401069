import type { ClientSession } from 'mongodb';
import type { Mongo } from '../../core/mongo/mongo.js';
import type { ChannelDocument } from '../../domain/documents/alert.document.js';
import type { AuditDocument } from '../documents/audit.document.js';
import { type ChainLink, type Head, NO_HEAD } from './audit-chain.js';

/** Links of the chain: written once, and read in order. */
export class AuditChainRepository {
  constructor(private readonly mongo: Pick<Mongo, 'collection'>) {}

  private get links() {
    return this.mongo.collection<ChainLink>('auditChain');
  }
  private get audit() {
    return this.mongo.collection<AuditDocument>('audit');
  }

  async head(): Promise<Head & { at: Date | null }> {
    const last = await this.links.findOne({}, { sort: { sequence: -1 }, projection: { sequence: 1, hash: 1, at: 1 } });
    return last ?? { ...NO_HEAD, at: null };
  }

  /** The first link after this one. The retention may have removed some between. */
  after(sequence: number): Promise<ChainLink | null> {
    return this.links.findOne({ sequence: { $gt: sequence } }, { sort: { sequence: 1 } });
  }

  first(): Promise<Pick<ChainLink, 'sequence' | 'previous'> | null> {
    return this.links.findOne({}, { sort: { sequence: 1 }, projection: { sequence: 1, previous: 1 } });
  }

  /** The oldest links, if they are older. */
  oldest(before: Date, upTo: number, most: number): Promise<ChainLink[]> {
    return this.links
      .find({ at: { $lt: before }, sequence: { $lte: upTo } })
      .sort({ sequence: 1 })
      .limit(most)
      .toArray();
  }

  /** Whether a statement of the audit names this link as the last that was removed. */
  async isPruned({ sequence, hash }: Head): Promise<boolean> {
    const statement = { $elemMatch: { statement: 'audit-pruned' as const, 'params.sequence': sequence, 'params.hash': hash } };
    return (await this.audit.countDocuments({ action: 'audit.prune', statements: statement }, { limit: 1 })) > 0;
  }

  /** @returns the number of removed entries */
  async remove(links: readonly ChainLink[], session: ClientSession): Promise<number> {
    const ids = links.flatMap(({ entries }) => entries.map(({ id }) => id));
    await this.links.deleteMany({ sequence: { $in: links.map(({ sequence }) => sequence) } }, { session });
    return (await this.audit.deleteMany({ _id: { $in: ids } }, { session })).deletedCount;
  }

  /** The last link that every channel for the audit has got; a disabled one does not count. */
  async sentToAll(): Promise<number> {
    const channels = this.mongo.collection<ChannelDocument>('channels');
    const [slowest] = await channels
      .find({ carries: 'audit', enabled: true }, { projection: { auditSent: 1 }, sort: { 'auditSent.sequence': 1 }, limit: 1 })
      .toArray();
    return slowest ? (slowest.auditSent?.sequence ?? 0) : Number.MAX_SAFE_INTEGER;
  }

  /** In order. */
  all(): AsyncIterable<ChainLink> {
    return this.links.find().sort({ sequence: 1 });
  }

  /** Ids of entries that were sealed at this time or later. */
  async sealedSince(at: Date): Promise<string[]> {
    const found = await this.links.find({ at: { $gte: at } }, { projection: { 'entries.id': 1 } }).toArray();
    return found.flatMap(({ entries }) => entries.map(({ id }) => id));
  }

  /** Oldest first. @param at undefined: from the first one on */
  idsSince(at: Date | undefined): Promise<Pick<AuditDocument, '_id' | 'at'>[]> {
    return this.audit
      .find(at ? { at: { $gte: at } } : {}, { projection: { at: 1 } })
      .sort({ at: 1, _id: 1 })
      .toArray();
  }

  entries(ids: readonly string[]): Promise<AuditDocument[]> {
    return this.audit.find({ _id: { $in: [...ids] } }).toArray();
  }

  async append(link: ChainLink, session: ClientSession): Promise<void> {
    await this.links.insertOne(link, { session });
  }
}
