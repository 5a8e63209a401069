import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { updateVersioned } from '../../core/mongo/objects.js';
import type { DriveDocument } from '../documents/drive.document.js';
import { anythingOn } from '../documents/volume.document.js';
import type { DriveNode, DriveOrderWorld, DriveWorld, ForeignGroup, NextDrive } from '../drive/drive-world.js';
import { AssignmentsService } from './assignments.service.js';
import { driveDifference } from './drive-slice.js';
import { readable } from './readable.js';
import { StoredDrives } from './stored-drives.service.js';
import { updateOf } from './world-store.service.js';
import { writable } from './writable.js';

const MOST_VOLUMES = 20;
/** The fields of `DriveNode`. */
const driveNodeFields = {
  ...{ name: 1, 'status.bootId': 1, 'status.connection': 1, 'status.acceptedGeneration': 1, 'status.historyDoubt': 1 },
  'status.inventory.capabilities.cache': 1,
};

/** Reads the input of a drive's state and orders, and writes the result with the assignment that contains it (S12). */
@Injectable()
export class DriveWorldStore {
  constructor(
    private readonly mongo: Mongo,
    private readonly stored: StoredDrives,
    private readonly assignments: AssignmentsService,
  ) {}

  private get drives() {
    return writable(this.mongo, 'drives');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  async read(id: string, session: ClientSession | undefined): Promise<DriveWorld | null> {
    const drive = await this.drives.findOne({ _id: id }, { session });
    if (!drive) return null;
    const node = await readable(this.mongo, 'nodes').findOne<DriveNode>({ _id: drive.nodeId }, { session, projection: driveNodeFields });
    const reported = await readable(this.mongo, 'objectStatuses').findOne({ _id: `${drive.nodeId}/drive/${id}` }, { session });
    return { drive, node, reported, now: new Date(), pools: await this.assignments.poolSettings(session) };
  }

  async readForOrder(id: string, session: ClientSession): Promise<DriveOrderWorld | null> {
    const world = await this.read(id, session);
    if (!world) return null;
    const volumes = await this.volumesOn(id, session);
    return { ...world, volumes, foreignGroup: await this.foreignGroup(world.drive, session) };
  }

  /** Replaces `before`, which was read in this transaction, with its next state. */
  async write(before: DriveDocument, next: NextDrive, session: ClientSession): Promise<void> {
    const { _id: id, nodeId, revision } = before;
    const { change, isAssigned } = driveDifference(before, next);
    if (change?.change === 'remove') await this.stored.remove(id, session);
    if (change?.change === 'update') {
      const { matchedCount } = await this.drives.updateOne({ _id: id, revision }, updateOf(change), { session });
      if (matchedCount !== 1) throw new Error(`drives ${id} is not stored as it was read (revision ${revision}).`);
    }
    if (!isAssigned) return;
    const generations = await this.assignments.recompute(session, [nodeId]);
    if (!next.isOrder) return;
    const set = { 'spec.orderGeneration': generations.get(nodeId) ?? before.spec.orderGeneration };
    await updateVersioned(this.drives, { id, set, live: true, session });
  }

  /** Names of volumes with legs or caches on the drive. */
  private async volumesOn(id: string, session: ClientSession): Promise<string[]> {
    const found = await readable(this.mongo, 'volumes')
      .find(anythingOn(id), { session, projection: { name: 1 }, sort: { name: 1 }, limit: MOST_VOLUMES })
      .toArray();
    return found.map((volume) => volume.name);
  }

  private async foreignGroup({ _id, status: { inventory } }: DriveDocument, session: ClientSession): Promise<ForeignGroup | null> {
    const driveId = inventory.weftDriveId;
    if (driveId === null || driveId === _id) return null;
    const drive = await this.drives.findOne({ _id: driveId }, { session });
    return { driveId, drive, volumes: drive ? await this.volumesOn(driveId, session) : [] };
  }
}
