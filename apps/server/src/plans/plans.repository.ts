import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { AttachmentDocument } from '../attachments/attachment.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import type { DriveDocument } from '../drives/drive.document.js';
import type { NodeDocument } from '../nodes/node.document.js';
import type { VolumeDocument } from '../volumes/volume.document.js';

/** Reads what plans are made from, all as of one time. */
@Injectable()
export class PlansRepository {
  constructor(private readonly mongo: Mongo) {}

  /** One snapshot for all that `work` reads. */
  snapshot<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  volume(id: string, session: ClientSession): Promise<VolumeDocument | null> {
    return this.mongo.collection<VolumeDocument>('volumes').findOne({ _id: id }, { session });
  }
  attachments(volumeId: string, session: ClientSession): Promise<AttachmentDocument[]> {
    return this.mongo
      .collection<AttachmentDocument>('attachments')
      .find({ volumeId }, { session, sort: { createdAt: 1 } })
      .toArray();
  }
  drives(ids: readonly string[], session: ClientSession): Promise<DriveDocument[]> {
    return this.mongo
      .collection<DriveDocument>('drives')
      .find({ _id: { $in: [...ids] } }, { session })
      .toArray();
  }
  async nodes(ids: readonly string[], session: ClientSession): Promise<Map<string, NodeDocument>> {
    const found = await this.mongo
      .collection<NodeDocument>('nodes')
      .find({ _id: { $in: [...ids] } }, { session, sort: { name: 1 } })
      .toArray();
    return new Map(found.map((node) => [node._id, node]));
  }
}
