import { Injectable } from '@nestjs/common';
import type { AttachmentStatus, LegStatus } from '@weft/shared/messages/report';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { LegDocument, VolumeDocument } from '../domain/documents/volume.document.js';

@Injectable()
export class EpochsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get volumes() {
    return this.mongo.collection<VolumeDocument>('volumes');
  }
  private get attachmentDocuments() {
    return this.mongo.collection<AttachmentDocument>('attachments');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  find(id: string, session: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOne({ _id: id }, { session });
  }

  attachments(volumeId: string, session: ClientSession): Promise<AttachmentDocument[]> {
    return this.attachmentDocuments.find({ volumeId }, { session, sort: { createdAt: 1 } }).toArray();
  }

  async nodes(ids: string[], session: ClientSession): Promise<Map<string, NodeDocument>> {
    const found = await this.mongo
      .collection<NodeDocument>('nodes')
      .find({ _id: { $in: ids } }, { session, projection: { inventory: 0 } })
      .toArray();
    return new Map(found.map((node) => [node._id, node]));
  }

  legWord(leg: LegDocument, node: NodeDocument | undefined, session: ClientSession): Promise<LegStatus | undefined> {
    return this.word(`${leg.nodeId}/leg/${leg.id}`, node, leg.orderGeneration, session) as Promise<LegStatus | undefined>;
  }

  clientWord(
    attachment: AttachmentDocument,
    node: NodeDocument | undefined,
    session: ClientSession,
  ): Promise<AttachmentStatus | undefined> {
    const id = `${attachment.nodeId}/attachment/${attachment._id}`;
    return this.word(id, node, attachment.orderGeneration, session) as Promise<AttachmentStatus | undefined>;
  }

  /** A node's last word, if it counts: of its current boot, not older than the order, and the node is there to have said it (S12). */
  private async word(id: string, node: NodeDocument | undefined, orderGeneration: number, session: ClientSession) {
    const found = await this.mongo.collection<ObjectStatusDocument>('objectStatuses').findOne({ _id: id }, { session });
    const counts =
      node?.connection.state === 'online' &&
      !node.historyDoubt &&
      found?.bootId === node.bootId &&
      found.status.generation >= orderGeneration;
    return counts ? found.status : undefined;
  }
}
