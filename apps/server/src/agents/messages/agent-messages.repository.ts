import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises } from '../../core/mongo/objects.js';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { InventoryChanges } from './inventory-changes.js';
import type { StatusChanges } from './report-changes.js';

/** Drives as inventories tell them, and statuses as reports do. */
@Injectable()
export class AgentMessagesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return this.mongo.collection<DriveDocument>('drives');
  }
  private get statuses() {
    return this.mongo.collection<ObjectStatusDocument>('objectStatuses');
  }

  drivesOf(nodeId: string, session: ClientSession): Promise<DriveDocument[]> {
    return this.drives.find({ nodeId }, { session }).toArray();
  }

  async storeDrives({ insert, update }: InventoryChanges, session: ClientSession): Promise<void> {
    const now = new Date();
    const updates = update.map(({ id, set, decides }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { ...set, updatedAt: now }, $inc: raises(decides ? 'decision' : 'live') } },
    }));
    const writes = [...insert.map((document) => ({ insertOne: { document } })), ...updates];
    if (writes.length > 0) await this.drives.bulkWrite(writes, { session });
  }

  /** Stored statuses of a node, by id. */
  async statusesOf(nodeId: string, session: ClientSession): Promise<Map<string, ObjectStatusDocument>> {
    const found = await this.statuses.find({ nodeId }, { session }).toArray();
    return new Map(found.map((each) => [each._id, each]));
  }

  async storeStatuses({ upsert, removeIds }: StatusChanges, session: ClientSession): Promise<void> {
    const writes = upsert.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $set: fields, $inc: { version: 1 } }, upsert: true },
    }));
    if (writes.length > 0) await this.statuses.bulkWrite(writes, { session, ordered: false });
    if (removeIds.length > 0) await this.statuses.deleteMany({ _id: { $in: removeIds } }, { session });
  }
}
