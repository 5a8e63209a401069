import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { allLegs, type VolumeDocument } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';
import type { Decided, Part } from './part.js';

/** Reads the data for plans, all from the same point in time. */
@Injectable()
export class PlansRepository {
  constructor(private readonly mongo: Mongo) {}

  /** Runs all reads of `work` on one snapshot. */
  snapshot<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  volume(id: string, session: ClientSession): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ _id: id }, { session });
  }
  attachments(volumeId: string, session: ClientSession): Promise<AttachmentDocument[]> {
    return readable(this.mongo, 'attachments')
      .find({ volumeId }, { session, sort: { createdAt: 1 } })
      .toArray();
  }
  private drives(ids: readonly string[], session: ClientSession): Promise<DriveDocument[]> {
    return readable(this.mongo, 'drives')
      .find({ _id: { $in: [...ids] } }, { session })
      .toArray();
  }
  /** A volume and its attachments before and after a change, with all drives under it. */
  async parts(before: Omit<Part, 'drives'>, after: Omit<Part, 'drives'>, session: ClientSession): Promise<Decided> {
    const legs = [before, after].flatMap(({ volume }) => (volume ? allLegs(volume) : []));
    const drives = await this.drives([...new Set(legs.map(({ driveId }) => driveId))], session);
    return { before: { drives, ...before }, after: { drives, ...after } };
  }
  async nodes(ids: readonly string[], session: ClientSession): Promise<Map<string, NodeDocument>> {
    const found = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: [...ids] } }, { session, sort: { name: 1 } })
      .toArray();
    return new Map(found.map((node) => [node._id, node]));
  }
}
