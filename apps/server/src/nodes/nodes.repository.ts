import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { NodeCapacity, NodeRole } from '@weft/shared/kinds/node';
import type { ClientSession, Filter } from 'mongodb';
import { containing } from '../core/mongo/containing.js';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { anyLeg } from '../domain/documents/volume.document.js';
import { driveStateFilter, freeBytesExpression } from '../domain/drive/drive-state.js';
import { readable } from '../domain/store/readable.js';

/** Objects that prevent the removal of a node, by name. */
export interface NodeHoldings {
  volumesWithLegs: string[];
  attachments: string[];
  drivesInService: string[];
}

const AS_EXAMPLES = 20;

interface CapacitySums {
  all: ({ _id: string; inServiceCount: number } & Pick<NodeCapacity, 'driveCount' | 'sizeBytes' | 'usedBytes'>)[];
  inService: { _id: string; freeBytes: number }[];
}

@Injectable()
export class NodesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return readable(this.mongo, 'nodes');
  }
  private get drives() {
    return readable(this.mongo, 'drives');
  }
  private get attachments() {
    return readable(this.mongo, 'attachments');
  }
  private get assignments() {
    return readable(this.mongo, 'assignments');
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
    if (query.search) filter.$and = [{ name: containing(query.search) }];
    if (query.connection) filter['status.connection.state'] = query.connection;
    if (query.role) filter._id = { $in: await this.inRole(query.role) };
    return findPage(this.nodes, {
      filter,
      query,
      projection: { 'status.offered': 0, credentialHash: 0 },
      sortFields: { name: 'name', createdAt: 'createdAt' },
    });
  }

  /** Ids of the nodes with this role. */
  private inRole(role: NodeRole): Promise<string[]> {
    return role === 'target' ? this.drives.distinct('nodeId', { 'status.inService': true }) : this.attachments.distinct('nodeId');
  }

  /** Which nodes are clients, and the generations of their assignments. */
  async uses(ids: string[]): Promise<{ clients: Set<string>; generations: Map<string, number> }> {
    const [clients, assignments] = await Promise.all([
      this.attachments.distinct('nodeId', { nodeId: { $in: ids } }),
      this.assignments.find({ _id: { $in: ids } }, { projection: { generation: 1 } }).toArray(),
    ]);
    return {
      clients: new Set(clients),
      generations: new Map(assignments.map(({ _id, generation }) => [_id, generation])),
    };
  }

  /** Of each node that has drives: their bytes, and whether one is in service. The database computes the sums, because a console reads them with every list of nodes. */
  async capacities(ids: string[], reservedRatio: number): Promise<Map<string, { isTarget: boolean; capacity: NodeCapacity }>> {
    const ofNode = (sums: object) => ({ $group: { _id: '$nodeId', ...sums } });
    // One pass over the drives, so that no change comes between the parts of one sum.
    const [sums] = await this.drives
      .aggregate<CapacitySums>([
        { $match: { nodeId: { $in: ids } } },
        {
          $facet: {
            all: [
              ofNode({
                driveCount: { $sum: 1 },
                inServiceCount: { $sum: { $cond: ['$status.inService', 1, 0] } },
                sizeBytes: { $sum: '$status.inventory.sizeBytes' },
                usedBytes: { $sum: '$status.allocatedBytes' },
              }),
            ],
            inService: [{ $match: driveStateFilter('in-service') }, ofNode({ freeBytes: { $sum: freeBytesExpression(reservedRatio) } })],
          },
        },
      ])
      .toArray();
    const free = new Map(sums?.inService.map(({ _id, freeBytes }) => [_id, freeBytes]));
    return new Map(
      sums?.all.map(({ _id, inServiceCount, ...drives }) => {
        const freeBytes = free.get(_id) ?? 0;
        const unusableBytes = Math.max(0, drives.sizeBytes - drives.usedBytes - freeBytes);
        return [_id, { isTarget: inServiceCount > 0, capacity: { ...drives, freeBytes, unusableBytes } }];
      }),
    );
  }

  async holdings(id: string, session: ClientSession): Promise<NodeHoldings> {
    const options = { session, limit: AS_EXAMPLES };
    const volumes = await readable(this.mongo, 'volumes')
      .find(anyLeg('nodeId', id), { ...options, projection: { name: 1 } })
      .toArray();
    const attachments = await this.attachments
      .find({ $or: [{ nodeId: id }, { 'exports.nodeId': id }] }, { ...options, projection: { volumeName: 1, nodeName: 1 } })
      .toArray();
    const drives = await this.drives
      .find(
        {
          nodeId: id,
          $or: [
            { 'status.inService': true },
            { 'spec.desired': { $ne: 'observed' } },
            { 'spec.wipe': { $ne: null } },
            { 'status.allocatedBytes': { $gt: 0 } },
          ],
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
}
