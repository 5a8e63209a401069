import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Reference } from '@weft/shared/kinds/common';
import type { ClientSession, Filter } from 'mongodb';
import { containing } from '../core/mongo/containing.js';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { anythingOn, type VolumeDocument } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';

/** An attachment of a volume, with its client. */
export interface Attached {
  id: string;
  client: Reference;
  /** The client may write to it. */
  isExclusive: boolean;
}

export const attachedOf = ({
  _id,
  nodeId,
  nodeName,
  spec,
}: Pick<AttachmentDocument, '_id' | 'nodeId' | 'nodeName'> & { spec: Pick<AttachmentDocument['spec'], 'mode' | 'desired'> }): Attached => ({
  id: _id,
  client: { id: nodeId, name: nodeName },
  isExclusive: spec.mode === 'exclusive' && spec.desired === 'attached',
});

@Injectable()
export class VolumesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get volumes() {
    return readable(this.mongo, 'volumes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  /** Runs a transaction that reserves or frees space: one at a time in this process. */
  allocation<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  find(id: string, session?: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOne({ _id: id }, { session });
  }

  findByName(name: string, session?: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOne({ name }, { session });
  }

  page(query: Query<typeof endpoints.listVolumes>) {
    const filter: Filter<VolumeDocument> = {};
    if (query.name) filter.name = query.name;
    if (query.search) filter.$and = [{ name: containing(query.search) }];
    if (query.state) filter['status.state'] = query.state;
    if (query.health) filter['status.health'] = query.health;
    if (query.driveClassId) filter['spec.driveClassId'] = query.driveClassId;
    if (query.driveId) filter.$or = anythingOn(query.driveId).$or;
    const except = { 'spec.snapshot': { $exists: true } };
    return findPage(this.volumes, {
      filter,
      except,
      query,
      sortFields: { name: 'name', sizeBytes: 'spec.sizeBytes', createdAt: 'createdAt' },
    });
  }

  /** Attachments of each volume, the oldest first. */
  async attachments(volumeIds: string[], session?: ClientSession): Promise<Map<string, Attached[]>> {
    const found = await readable(this.mongo, 'attachments')
      .find(
        { volumeId: { $in: volumeIds } },
        { session, projection: { volumeId: 1, nodeId: 1, nodeName: 1, 'spec.mode': 1, 'spec.desired': 1 }, sort: { createdAt: 1 } },
      )
      .toArray();
    const attached = new Map<string, Attached[]>();
    for (const each of found) attached.set(each.volumeId, [...(attached.get(each.volumeId) ?? []), attachedOf(each)]);
    return attached;
  }

  async classNames(classIds: string[], session?: ClientSession): Promise<Map<string, string>> {
    const found = await readable(this.mongo, 'driveClasses')
      .find({ _id: { $in: classIds } }, { session, projection: { name: 1 } })
      .toArray();
    return new Map(found.map(({ _id, name }) => [_id, name]));
  }
}
