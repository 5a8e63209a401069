import type { ClientSession } from 'mongodb';
import type { Mongo } from '../../core/mongo/mongo.js';
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

  get(sequence: number): Promise<ChainLink | null> {
    return this.links.findOne({ sequence });
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
