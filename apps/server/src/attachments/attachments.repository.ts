import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { TlsAbility } from '@weft/shared/messages/storage-encryption';
import type { ClientSession, Filter } from 'mongodb';
import { containing } from '../core/mongo/containing.js';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { fencedTargetsOf } from '../domain/store/around-attachments.js';
import { readable } from '../domain/store/readable.js';
import type { SaidOfAttachment } from './attachment.mapper.js';

/** What each node can encrypt on the storage networks. */
export const tlsAbilities = (nodes: ReadonlyMap<string, NodeDocument>): Map<string, TlsAbility | undefined> =>
  new Map([...nodes].map(([id, { status }]) => [id, status.inventory?.capabilities.tls]));

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get attachments() {
    return readable(this.mongo, 'attachments');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  find(id: string, session?: ClientSession): Promise<AttachmentDocument | null> {
    return this.attachments.findOne({ _id: id }, { session });
  }

  ofVolume(volumeId: string, session: ClientSession): Promise<AttachmentDocument[]> {
    return this.attachments.find({ volumeId }, { session }).toArray();
  }

  page(query: Query<typeof endpoints.listAttachments>) {
    const filter: Filter<AttachmentDocument> = {};
    if (query.volumeId) filter.volumeId = query.volumeId;
    if (query.nodeId) filter.nodeId = query.nodeId;
    if (query.state) filter['status.state'] = query.state;
    if (query.search) filter.$or = [{ volumeName: containing(query.search) }, { nodeName: containing(query.search) }];
    return findPage(this.attachments, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  volume(id: string, session: ClientSession): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ _id: id }, { session });
  }

  async nodes(ids: string[], session: ClientSession | undefined): Promise<Map<string, NodeDocument>> {
    const found = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: ids } }, { session })
      .toArray();
    return new Map(found.map((node) => [node._id, node]));
  }

  /** Service ids in use on each node. */
  async fencedTargets(attachments: readonly AttachmentDocument[], session: ClientSession | undefined): Promise<Set<string>> {
    const fenced = await fencedTargetsOf(this.mongo, attachments, session);
    return new Set([...fenced.values()].flatMap((targets) => [...targets]));
  }

  async usedServiceIds(nodeIds: string[], session: ClientSession | undefined): Promise<Map<string, Set<number>>> {
    const used = new Map(nodeIds.map((id) => [id, new Set<number>()]));
    const found = this.attachments.find({ 'exports.nodeId': { $in: nodeIds } }, { session, projection: { exports: 1 } });
    for await (const { exports } of found) for (const { nodeId, serviceId } of exports) used.get(nodeId)?.add(serviceId);
    return used;
  }

  /** The clients' last reported statuses of attachments, by attachment id. */
  async statuses(ids: string[]): Promise<Map<string, SaidOfAttachment>> {
    const found = await readable(this.mongo, 'objectStatuses')
      .find({ kind: 'attachment', objectId: { $in: ids } })
      .toArray();
    return new Map(
      found.flatMap(({ status, notLiveSince }) =>
        status.kind === 'attachment' ? [[status.id, { status, notLiveSince: notLiveSince ?? [] }] as const] : [],
      ),
    );
  }
}
