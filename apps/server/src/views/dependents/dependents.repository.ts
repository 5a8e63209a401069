import { Injectable } from '@nestjs/common';
import { Mongo } from '../../core/mongo/mongo.js';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';
import { readable } from '../../domain/store/readable.js';

@Injectable()
export class DependentsRepository {
  constructor(private readonly mongo: Mongo) {}

  node(id: string): Promise<NodeDocument | null> {
    return readable(this.mongo, 'nodes').findOne({ _id: id }, { projection: { name: 1, 'status.inventory.nics': 1 } });
  }

  drive(id: string): Promise<DriveDocument | null> {
    return readable(this.mongo, 'drives').findOne({ _id: id }, { projection: { serial: 1 } });
  }

  /** The nodes that are not online. */
  async silent(ids: string[]): Promise<Set<string>> {
    const found = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: ids }, 'status.connection.state': { $ne: 'online' } }, { projection: { _id: 1 } })
      .toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  attachments(filter: object): Promise<AttachmentDocument[]> {
    return readable(this.mongo, 'attachments')
      .find(filter, { sort: { createdAt: 1 } })
      .toArray();
  }

  volumes(filter: object): Promise<VolumeDocument[]> {
    return readable(this.mongo, 'volumes')
      .find(filter, { sort: { name: 1 } })
      .toArray();
  }
}
