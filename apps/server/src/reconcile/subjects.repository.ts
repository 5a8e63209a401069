import { Injectable } from '@nestjs/common';
import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { Mongo } from '../core/mongo/mongo.js';
import { anyLeg, anythingOn } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';

/** Ids of the reconcilers' subjects. */
@Injectable()
export class SubjectsRepository {
  constructor(private readonly mongo: Mongo) {}

  volumes(): Promise<string[]> {
    return this.volumeIds({});
  }

  /** Volumes with a repair that waits for another resync to end. */
  volumesWaitingForTurn(): Promise<string[]> {
    return this.volumeIds({ 'status.conditions': { $elemMatch: { type: REPAIR_WAITING, reason: 'copies-running' } } });
  }

  /** Not a snapshot that is being taken: its legs concern the set until that ends, which changes the snapshot. Its own steps would delay the set's. */
  volumesWithLeg(legId: string): Promise<string[]> {
    return this.volumeIds({ ...anyLeg('id', legId), $nor: [{ 'spec.snapshot.isPending': true, 'status.state': { $ne: 'deleting' } }] });
  }

  volumesOnDrive(driveId: string): Promise<string[]> {
    return this.volumeIds(anythingOn(driveId));
  }

  /** Volumes with a cache on the cache drive, or with a leg on its node that may want one. None for a drive that holds legs. */
  async volumesOfCacheDrive(driveId: string): Promise<string[]> {
    const drive = await readable(this.mongo, 'drives').findOne({ _id: driveId, 'spec.role': 'cache' }, { projection: { nodeId: 1 } });
    return drive ? this.volumeIds({ 'spec.cache': { $ne: null }, ...anyLeg('nodeId', drive.nodeId) }) : [];
  }

  volumeOfAttachment(attachmentId: string): Promise<string[]> {
    return this.volumesOfAttachments({ _id: attachmentId });
  }

  async volumesAround(nodeId: string): Promise<string[]> {
    const withLegs = await this.volumeIds(anyLeg('nodeId', nodeId));
    return [...new Set([...withLegs, ...(await this.volumesOfAttachments({ $or: [{ nodeId }, { 'exports.nodeId': nodeId }] }))])];
  }

  /** Drives with an order; `nodeId`: only of that node. */
  async drivesWithOrder(nodeId?: string): Promise<string[]> {
    const waiting = { $or: [{ 'spec.desired': { $ne: 'observed' } }, { 'spec.wipe': { $ne: null } }] };
    const found = await readable(this.mongo, 'drives')
      .find({ $and: [nodeId === undefined ? {} : { nodeId }, waiting] }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  private async volumeIds(filter: object): Promise<string[]> {
    const found = await readable(this.mongo, 'volumes')
      .find(filter, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  private async volumesOfAttachments(filter: object): Promise<string[]> {
    const found = await readable(this.mongo, 'attachments')
      .find(filter, { projection: { volumeId: 1 } })
      .toArray();
    return found.map(({ volumeId }) => volumeId);
  }
}
