import { Injectable } from '@nestjs/common';
import type { OrphanOrder } from '@weft/shared/messages/orphan-orders';
import type { ClientSession, Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY } from '../core/mongo/objects.js';
import type { Stored } from '../core/mongo/stored.js';
import { readable } from '../domain/store/readable.js';

/** Collection `orphanOrders`: open orders to remove an orphan. `_id` is that of the order's job. */
export interface OrphanOrderDocument extends Stored, Omit<OrphanOrder, 'id'> {
  orphanId: string;
  node: { id: string; name: string };
  name: string;
}

@Injectable()
export class OrphanOrdersRepository {
  private readonly orders: Collection<OrphanOrderDocument>;

  constructor(private readonly mongo: Mongo) {
    this.orders = mongo.collection<OrphanOrderDocument>('orphanOrders');
  }

  async insert(order: OrphanOrderDocument, session: ClientSession): Promise<void> {
    await this.orders.insertOne(order, { session });
  }

  /** Whether an insert failed because the orphan has an order already. */
  static isDuplicate(error: unknown): boolean {
    return (error as { code?: unknown }).code === DUPLICATE_KEY;
  }

  ofOrphan(orphanId: string): Promise<OrphanOrderDocument | null> {
    return this.orders.findOne({ orphanId });
  }

  find(id: string, session: ClientSession): Promise<OrphanOrderDocument | null> {
    return this.orders.findOne({ _id: id }, { session });
  }

  /**
   * Orders of these nodes to tell them: not older than this by the database's clock, and none to a node whose history is in doubt. An order of a restored
   * database may have ended long ago.
   */
  async toTell(nodeIds: readonly string[], mostAgeMs: number): Promise<OrphanOrderDocument[]> {
    const young = { $expr: { $gte: ['$createdAt', { $subtract: ['$$NOW', mostAgeMs] }] } };
    const orders = await this.orders.find({ 'node.id': { $in: [...nodeIds] }, ...young }, { sort: { createdAt: 1 } }).toArray();
    if (orders.length === 0) return [];
    const certain = await readable(this.mongo, 'nodes').distinct('_id', {
      _id: { $in: orders.map(({ node }) => node.id) },
      'status.historyDoubt': null,
    });
    return orders.filter(({ node }) => certain.includes(node.id));
  }

  /** Older than this by the database's clock. */
  olderThan(ageMs: number): Promise<OrphanOrderDocument[]> {
    return this.orders.find({ $expr: { $lt: ['$createdAt', { $subtract: ['$$NOW', ageMs] }] } }).toArray();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.orders.deleteOne({ _id: id }, { session });
  }
}
