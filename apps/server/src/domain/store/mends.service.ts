import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises } from '../../core/mongo/objects.js';
import { allLegs, anythingOn, bookings } from '../documents/volume.document.js';
import { poolBytesOf } from '../placement/pool-size.js';
import { readable } from './readable.js';
import { writable } from './writable.js';

/** Mends of `weft-server check --repair`. Each reads its reason again in its transaction, and changes nothing if the reason no longer holds. */
export class Mends {
  constructor(private readonly mongo: Mongo) {}

  /** Sets a drive's allocated bytes to the sum of its legs and caches (S6). @returns whether they differed */
  async allocatedBytes(session: ClientSession, driveId: string): Promise<boolean> {
    const volumes = await readable(this.mongo, 'volumes').find(anythingOn(driveId), { session }).toArray();
    const booked = volumes
      .flatMap(allLegs)
      .flatMap(bookings)
      .filter((each) => each.driveId === driveId);
    const drive = await readable(this.mongo, 'drives').findOne({ _id: driveId }, { session, projection: { 'spec.pool': 1 } });
    const allocatedBytes = booked.reduce((sum, { bytes }) => sum + bytes, drive ? poolBytesOf(drive) : 0);
    const legs = booked.reduce((sum, { thin }) => sum + thin.legs, 0);
    const thin = { legs, bytes: booked.reduce((sum, each) => sum + each.thin.bytes, 0) };
    // A reservation that runs at the same time writes the same drive: one of the two transactions is run again.
    const { modifiedCount } = await writable(this.mongo, 'drives').updateOne(
      { _id: driveId, 'status.allocatedBytes': { $ne: allocatedBytes } },
      {
        $set: { 'status.allocatedBytes': allocatedBytes, ...(legs > 0 && { 'status.thin': thin }), updatedAt: new Date() },
        $inc: raises('decision'),
      },
      { session },
    );
    return modifiedCount === 1;
  }

  /** Deletes the assignment and the statuses of a node that is not in the database. @returns whether there were any */
  async leftOfNode(session: ClientSession, nodeId: string): Promise<boolean> {
    if (await readable(this.mongo, 'nodes').findOne({ _id: nodeId }, { session })) return false;
    const assignments = await writable(this.mongo, 'assignments').deleteOne({ _id: nodeId }, { session });
    const statuses = await writable(this.mongo, 'objectStatuses').deleteMany({ nodeId }, { session });
    return assignments.deletedCount + statuses.deletedCount > 0;
  }
}
