import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import { writable } from './writable.js';

/** Changes that a report makes to the statuses of its node. */
export interface StatusWrites {
  /** Without `version`: it rises with every write. */
  upsert: Omit<ObjectStatusDocument, 'version'>[];
  removeIds: string[];
}

/** Writes the statuses of objects that agents report. */
@Injectable()
export class ReportedStatuses {
  constructor(private readonly mongo: Mongo) {}

  private get statuses() {
    return writable(this.mongo, 'objectStatuses');
  }

  async store({ upsert, removeIds }: StatusWrites, session: ClientSession): Promise<void> {
    const writes = upsert.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $set: fields, $inc: { version: 1 } }, upsert: true },
    }));
    if (writes.length > 0) await this.statuses.bulkWrite(writes, { session, ordered: false });
    if (removeIds.length > 0) await this.statuses.deleteMany({ _id: { $in: removeIds } }, { session });
  }

  /** Deletes all statuses that a node reported. */
  async removeOfNode(nodeId: string, session: ClientSession): Promise<void> {
    await this.statuses.deleteMany({ nodeId }, { session });
  }
}
