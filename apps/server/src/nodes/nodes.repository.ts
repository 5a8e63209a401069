import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { NodeRole, NodeUpdate } from '@weft/shared/kinds/node';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, raises, updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { AssignmentDocument, ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { anyLeg, type VolumeDocument } from '../domain/documents/volume.document.js';

/** What keeps a node from being removed, by name. */
export interface NodeHoldings {
  volumesWithLegs: string[];
  attachments: string[];
  drivesInService: string[];
}

const AS_EXAMPLES = 20;

@Injectable()
export class NodesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return this.mongo.collection<NodeDocument>('nodes');
  }
  private get drives() {
    return this.mongo.collection<DriveDocument>('drives');
  }
  private get attachments() {
    return this.mongo.collection<AttachmentDocument>('attachments');
  }
  private get assignments() {
    return this.mongo.collection<AssignmentDocument>('assignments');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  find(id: string, session?: ClientSession): Promise<NodeDocument | null> {
    return this.nodes.findOne({ _id: id }, { session });
  }

  async page(query: Query<typeof endpoints.listNodes>) {
    const filter: Filter<NodeDocument> = {};
    if (query.name) filter.name = query.name;
    if (query.connection) filter['connection.state'] = query.connection;
    if (query.role) filter._id = { $in: await this.inRole(query.role) };
    return findPage(this.nodes, { filter, query, sortFields: { name: 'name', createdAt: 'createdAt' } });
  }

  /** Ids of the nodes that act as such. */
  private inRole(role: NodeRole, among: { nodeId?: { $in: string[] } } = {}): Promise<string[]> {
    return role === 'target' ? this.drives.distinct('nodeId', { ...among, inService: true }) : this.attachments.distinct('nodeId', among);
  }

  update(id: string, ifMatch: number | undefined, set: NodeUpdate): Promise<NodeDocument> {
    return updateVersioned(this.nodes, { id, ifMatch, set });
  }

  /** Which of the nodes are targets and clients, and the generations of their assignments. */
  async uses(ids: string[]): Promise<{ targets: Set<string>; clients: Set<string>; generations: Map<string, number> }> {
    const [targets, clients, assignments] = await Promise.all([
      this.inRole('target', { nodeId: { $in: ids } }),
      this.inRole('client', { nodeId: { $in: ids } }),
      this.assignments.find({ _id: { $in: ids } }, { projection: { generation: 1 } }).toArray(),
    ]);
    return {
      targets: new Set(targets),
      clients: new Set(clients),
      generations: new Map(assignments.map(({ _id, generation }) => [_id, generation])),
    };
  }

  async holdings(id: string, session: ClientSession): Promise<NodeHoldings> {
    const options = { session, limit: AS_EXAMPLES };
    const volumes = await this.mongo
      .collection<VolumeDocument>('volumes')
      .find(anyLeg('nodeId', id), { ...options, projection: { name: 1 } })
      .toArray();
    const attachments = await this.attachments
      .find({ $or: [{ nodeId: id }, { 'exports.nodeId': id }] }, { ...options, projection: { volumeName: 1, nodeName: 1 } })
      .toArray();
    const drives = await this.drives
      .find(
        {
          nodeId: id,
          $or: [{ inService: true }, { desired: { $ne: 'observed' } }, { wipe: { $ne: null } }, { allocatedBytes: { $gt: 0 } }],
        },
        { ...options, projection: { serial: 1 } },
      )
      .toArray();
    return {
      volumesWithLegs: volumes.map((volume) => volume.name),
      attachments: attachments.map(({ volumeName, nodeName }) => `${volumeName} on ${nodeName}`),
      drivesInService: drives.map((drive) => drive.serial),
    };
  }

  async beginRemoval(id: string): Promise<void> {
    await this.nodes.updateOne({ _id: id }, { $set: { removal: new Date() }, $inc: raises('live') });
  }

  /** It was not removed. */
  async endRemoval(id: string): Promise<void> {
    await this.nodes.updateOne({ _id: id }, { $unset: { removal: '' }, $inc: raises('live') });
  }

  /**
   * Removes the node and what only it wrote. Its assignment is written before it is deleted: a transaction that gives the node something to
   * do at the same time writes it too, so the two conflict and one of them sees what the other did (S5).
   */
  async remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    await deleteVersioned(this.nodes, { id, ifMatch, session });
    const nothing: Omit<AssignmentDocument, '_id'> = { clusterId: '', generation: 0, hash: '', content: NO_CONTENT, updatedAt: new Date() };
    await this.assignments.replaceOne({ _id: id }, nothing, { upsert: true, session });
    await this.assignments.deleteOne({ _id: id }, { session });
    await this.drives.deleteMany({ nodeId: id }, { session });
    await this.mongo.collection<ObjectStatusDocument>('objectStatuses').deleteMany({ nodeId: id }, { session });
  }
}

const NO_CONTENT = {
  hostNqn: '',
  hostId: '',
  connect: { keepAliveSeconds: 1, reconnectDelaySeconds: 1, maxIoQueues: 1, ioPolicy: 'numa' as const },
  drives: [],
  legs: [],
  exports: [],
  attachments: [],
};
