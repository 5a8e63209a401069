import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { raises } from '../core/mongo/objects.js';
import type { Stored } from '../core/mongo/stored.js';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { allLegs, type VolumeDocument } from '../domain/documents/volume.document.js';
import { VolumeWorld } from '../domain/world/volume-world.js';

/** Reads a volume's world and stores what became of it. Everything is written in the caller's transaction. */
@Injectable()
export class VolumeWorldRepository {
  constructor(private readonly mongo: Mongo) {}

  private get volumes() {
    return this.mongo.collection<VolumeDocument>('volumes');
  }
  private get attachments() {
    return this.mongo.collection<AttachmentDocument>('attachments');
  }
  private get statuses() {
    return this.mongo.collection<ObjectStatusDocument>('objectStatuses');
  }

  async read(volumeId: string, session: ClientSession | undefined): Promise<VolumeWorld | null> {
    const volume = await this.volumes.findOne({ _id: volumeId }, { session });
    return volume && this.around(volume, session);
  }

  /** The world of a volume that was read already. */
  async around(volume: VolumeDocument, session?: ClientSession): Promise<VolumeWorld> {
    const attachments = await this.attachments.find({ volumeId: volume._id }, { session, sort: { createdAt: 1 } }).toArray();
    const nodeIds = new Set([
      ...allLegs(volume).map((leg) => leg.nodeId),
      ...attachments.flatMap((each) => [each.nodeId, ...each.exports.map((exported) => exported.nodeId)]),
    ]);
    const nodes = await this.mongo
      .collection<NodeDocument>('nodes')
      .find<NodeDocument & { clock: Date }>(
        { _id: { $in: [...nodeIds] } },
        { session, projection: { name: 1, bootId: 1, connection: 1, maintenance: 1, labels: 1, historyDoubt: 1, clock: '$$NOW' } },
      )
      .toArray();
    // The database's clock: another server that goes on with what this one began measures the same time.
    const now = nodes[0]?.clock ?? new Date();
    const objectIds = [...allLegs(volume).map((leg) => leg.id), ...attachments.map((each) => each._id)];
    const statuses = await this.statuses.find({ objectId: { $in: objectIds } }, { session }).toArray();
    return new VolumeWorld(volume, attachments, new Map(nodes.map(({ clock, ...node }) => [node._id, node])), statuses, now);
  }

  async saveVolume(volume: VolumeDocument, kind: ChangeKind, session: ClientSession): Promise<void> {
    await this.volumes.updateOne({ _id: volume._id }, changed(fields(volume), kind), { session });
  }

  async saveAttachment(attachment: AttachmentDocument, kind: ChangeKind, session: ClientSession): Promise<void> {
    await this.attachments.updateOne({ _id: attachment._id }, changed(fields(attachment), kind), { session });
  }

  /** Which generations carry the legs' orders. */
  async saveLegOrders(id: string, legs: Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>, session: ClientSession): Promise<void> {
    await this.volumes.updateOne({ _id: id }, { $set: legs }, { session });
  }

  /** Which generations carry an attachment's orders. */
  async saveOrders(id: string, orders: Pick<AttachmentDocument, 'orderGeneration' | 'exports'>, session: ClientSession): Promise<void> {
    await this.attachments.updateOne({ _id: id }, { $set: orders }, { session });
  }

  async removeAttachment(id: string, session: ClientSession): Promise<void> {
    await this.attachments.deleteOne({ _id: id }, { session });
    await this.statuses.deleteMany({ objectId: id }, { session });
  }

  async removeVolume(volume: VolumeDocument, session: ClientSession): Promise<void> {
    await this.volumes.deleteOne({ _id: volume._id }, { session });
    await this.statuses.deleteMany({ objectId: { $in: allLegs(volume).map((leg) => leg.id) } }, { session });
  }
}

type ChangeKind = Parameters<typeof raises>[0];

const changed = (set: object, kind: ChangeKind) => ({ $set: { ...set, updatedAt: new Date() }, $inc: raises(kind) });

const fields = <T extends Stored>({ _id, version, revision, createdAt, updatedAt, ...rest }: T) => rest;
