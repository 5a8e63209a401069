import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { DomainCollection } from '../../core/mongo/collections.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { writable } from './writable.js';

/** Makes transactions conflict that decide on the same objects. */
@Injectable()
export class ObjectLocks {
  constructor(private readonly mongo: Mongo) {}

  /**
   * Rewrites objects unchanged, so that a concurrent transaction that changes or deletes one of them conflicts, and the later one sees the earlier one (S5).
   * @returns the number of objects that exist
   */
  async touch(collection: DomainCollection, ids: readonly string[], session: ClientSession): Promise<number> {
    const written = await writable(this.mongo, collection).updateMany(
      { _id: { $in: [...ids] } },
      { $currentDate: { updatedAt: true } },
      { session },
    );
    return written.matchedCount;
  }
}
