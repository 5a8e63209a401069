import type { ClientSession } from 'mongodb';
import type { Mongo } from '../../core/mongo/mongo.js';
import { raises } from '../../core/mongo/objects.js';
import { freeBytes } from '../drive/drive-state.js';
import { newPool, poolBytes } from '../placement/pool-size.js';
import type { Reserved } from './slice.js';
import { writable } from './writable.js';

/** Bytes of drives, and what legs promise of their pools. */
export class Reservations {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return writable(this.mongo, 'drives');
  }

  /** Two transactions that reserve on the same drive conflict, and the later one is run again on the result of the first (S6). */
  async reserve(driveId: string, { bytes, thin }: Reserved, session: ClientSession): Promise<void> {
    const inPool = thin.legs !== 0 || thin.bytes !== 0 ? { 'status.thin.legs': thin.legs, 'status.thin.bytes': thin.bytes } : {};
    const { matchedCount } = await this.drives.updateOne(
      { _id: driveId },
      { $inc: { 'status.allocatedBytes': bytes, ...inPool, ...raises('decision') }, $currentDate: { updatedAt: true } },
      { session },
    );
    if (matchedCount !== 1) throw new Error(`Drive ${driveId} of a leg is not in the database. Run "weft-server check".`);
  }

  /** Orders a pool on each of the drives that has none, and reserves its bytes. Placement has seen that there is room. */
  async makePools(driveIds: readonly string[], reservedRatio: number, session: ClientSession): Promise<void> {
    const without = await this.drives.find({ _id: { $in: [...driveIds] }, 'spec.pool': { $exists: false } }, { session }).toArray();
    for (const drive of without) {
      const size = newPool(drive.status.capacityBytes, freeBytes(drive, reservedRatio));
      if (!size) throw new Error(`Drive ${drive._id} has no room for the pool of a thin leg that was placed on it.`);
      await this.drives.updateOne(
        { _id: drive._id },
        { $set: { 'spec.pool': { desired: 'present', created: false, ...size } }, $inc: { 'status.allocatedBytes': poolBytes(size) } },
        { session },
      );
    }
  }
}
