import { Injectable } from '@nestjs/common';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises, updateVersioned } from '../../core/mongo/objects.js';
import { dotted } from '../documents/dotted.js';
import type { DriveDocument, DriveStatus } from '../documents/drive.document.js';
import { removeAbout, writable } from './writable.js';

/** Changes that an inventory makes to the drives of its node. */
export interface DriveWrites {
  insert: DriveDocument[];
  /** `decides`: the version rises, so a person who saw the earlier state must look again before giving an order. */
  update: { id: string; status: Partial<DriveStatus>; decides: boolean }[];
}

/** A change of whether new legs may be placed on a drive or node. `live`: the version stays. */
export interface ScheduleWrite {
  ifMatch: number;
  scheduling: Scheduling;
  since: Date;
  live: boolean;
}

/** Stores drives as their nodes list them, and their scheduling. DriveWorldStore stores orders, WorldStore the bytes that legs reserve. */
@Injectable()
export class StoredDrives {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return writable(this.mongo, 'drives');
  }

  async storeInventory({ insert, update }: DriveWrites, session: ClientSession): Promise<void> {
    const now = new Date();
    const updates = update.map(({ id, status, decides }) => ({
      updateOne: {
        filter: { _id: id },
        update: { $set: { ...dotted({ status }), updatedAt: now }, $inc: raises(decides ? 'decision' : 'live') },
      },
    }));
    const writes = [...insert.map((document) => ({ insertOne: { document } })), ...updates];
    if (writes.length > 0) await this.drives.bulkWrite(writes, { session });
  }

  async schedule(id: string, { ifMatch, scheduling, since, live }: ScheduleWrite, session: ClientSession): Promise<void> {
    const set = { 'spec.scheduling': scheduling, 'spec.schedulingSince': since };
    await updateVersioned(this.drives, { id, ifMatch, set, live, session });
  }

  /** The same as ObjectLocks.touch, for all drives in service of a node. */
  async touchOfNode(nodeId: string, session: ClientSession): Promise<void> {
    await this.drives.updateMany({ nodeId, 'status.inService': true }, { $currentDate: { updatedAt: true } }, { session });
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.drives.deleteOne({ _id: id }, { session });
    await removeAbout(this.mongo, [id], session);
  }

  async removeOfNode(nodeId: string, session: ClientSession): Promise<void> {
    const found = await this.drives.find({ nodeId }, { session, projection: { _id: 1 } }).toArray();
    await this.drives.deleteMany({ nodeId }, { session });
    await removeAbout(
      this.mongo,
      found.map(({ _id }) => _id),
      session,
    );
  }
}
