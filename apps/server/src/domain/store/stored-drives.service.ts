import { Injectable } from '@nestjs/common';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises, updateVersioned } from '../../core/mongo/objects.js';
import type { DriveDocument } from '../documents/drive.document.js';
import { writable } from './writable.js';

/** Changes that an inventory makes to the drives of its node. */
export interface DriveWrites {
  insert: DriveDocument[];
  /** `decides`: the version rises, so a person who saw the earlier state must look again before giving an order. */
  update: { id: string; set: Partial<DriveDocument>; decides: boolean }[];
}

/** Stores drives. WorldStore stores the bytes that legs reserve on them. */
@Injectable()
export class StoredDrives {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return writable(this.mongo, 'drives');
  }

  async storeInventory({ insert, update }: DriveWrites, session: ClientSession): Promise<void> {
    const now = new Date();
    const updates = update.map(({ id, set, decides }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { ...set, updatedAt: now }, $inc: raises(decides ? 'decision' : 'live') } },
    }));
    const writes = [...insert.map((document) => ({ insertOne: { document } })), ...updates];
    if (writes.length > 0) await this.drives.bulkWrite(writes, { session });
  }

  update(
    id: string,
    change: { ifMatch?: number | undefined; set: Partial<DriveDocument>; live?: boolean; session: ClientSession },
  ): Promise<DriveDocument> {
    return updateVersioned(this.drives, { id, ...change });
  }

  async schedule(id: string, ifMatch: number | undefined, scheduling: Scheduling, session: ClientSession): Promise<void> {
    await updateVersioned(this.drives, { id, ifMatch, set: { scheduling, schedulingSince: new Date() }, session });
  }

  /** Records that the last leg has left. The version stays, because this is no new request. */
  async evicted(id: string, session: ClientSession): Promise<void> {
    await updateVersioned(this.drives, { id, set: { scheduling: 'evicted', schedulingSince: new Date() }, live: true, session });
  }

  /** Rewrites drives unchanged, so that a concurrent reservation on one of them conflicts, and the later transaction sees the earlier one (S5). */
  async touch(ids: string[], session: ClientSession): Promise<void> {
    await this.drives.updateMany({ _id: { $in: ids } }, { $currentDate: { updatedAt: true } }, { session });
  }

  /** The same for all drives in service of a node. */
  async touchOfNode(nodeId: string, session: ClientSession): Promise<void> {
    await this.drives.updateMany({ nodeId, inService: true }, { $currentDate: { updatedAt: true } }, { session });
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.drives.deleteOne({ _id: id }, { session });
  }

  async removeOfNode(nodeId: string, session: ClientSession): Promise<void> {
    await this.drives.deleteMany({ nodeId }, { session });
  }
}
