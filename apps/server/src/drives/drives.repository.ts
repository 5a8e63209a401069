import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveState } from '@weft/shared/kinds/drive';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ClientSession, Filter } from 'mongodb';
import { containing } from '../core/mongo/containing.js';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { Part } from '../domain/documents/parts.js';
import { driveStateFilter, freeBytesExpression, takesLegsExpression } from '../domain/drive/drive-state.js';
import { readable } from '../domain/store/readable.js';

const NONE: Filter<DriveDocument> = { _id: { $in: [] } };

type LabelledNode = Part<NodeDocument, '_id' | 'spec.labels'>;

/** Compares here instead of in the database: label keys may contain dots, which a query reads as paths. */
const withLabels = (nodes: readonly LabelledNode[], wanted: Record<string, string>): string[] =>
  nodes.filter(({ spec: { labels } }) => Object.entries(wanted).every(([key, value]) => labels[key] === value)).map(({ _id }) => _id);

/** A node, as far as it decides whether its drives take legs. */
type PlacedNode = Part<NodeDocument, '_id' | 'name' | 'spec.labels' | 'status.connection' | 'spec.scheduling' | 'spec.maintenance'> & {
  status: { inventory?: { capabilities: Pick<Inventory['capabilities'], 'thin' | 'integrity'> } | null };
};
const placedNodeFields = {
  ...{ name: 1, 'spec.labels': 1, 'spec.scheduling': 1, 'spec.maintenance': 1, 'status.connection': 1 },
  ...{ 'status.inventory.capabilities.thin': 1, 'status.inventory.capabilities.integrity': 1 },
};

const mapFields = {
  nodeId: 1,
  serial: 1,
  'status.inventory.sizeBytes': 1,
  'status.inventory.contents': 1,
  'status.inventory.inUse': 1,
  'status.inventory.weftDriveId': 1,
  'status.inventory.smart.percentageUsed': 1,
  'status.present': 1,
  'spec.desired': 1,
  'spec.wipe': 1,
  'status.inService': 1,
  'status.capacityBytes': 1,
  'status.allocatedBytes': 1,
} as const;
export type MapDocument = Part<
  DriveDocument,
  | '_id'
  | 'nodeId'
  | 'serial'
  | 'status.present'
  | 'spec.desired'
  | 'spec.wipe'
  | 'status.inService'
  | 'status.capacityBytes'
  | 'status.allocatedBytes'
> & {
  status: {
    inventory: Pick<DriveDocument['status']['inventory'], 'sizeBytes' | 'contents' | 'inUse' | 'weftDriveId'> & {
      smart: { percentageUsed: number | null } | null;
    };
  };
};

/** Sums over a set of drives. */
export interface DriveTotals {
  driveCount: number;
  inServiceCount: number;
  nodeCount: number;
  capacityBytes: number;
  allocatedBytes: number;
  /** Available for new legs. */
  freeBytes: number;
}

/** Also with the free bytes, by node, of the drives that take new legs. */
export interface DriveTotalsByNode extends DriveTotals {
  openOnNode: ReadonlyMap<string, number>;
}

@Injectable()
export class DrivesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return readable(this.mongo, 'drives');
  }
  private get nodes() {
    return readable(this.mongo, 'nodes');
  }

  find(id: string): Promise<DriveDocument | null> {
    return this.drives.findOne({ _id: id });
  }

  async page(query: Query<typeof endpoints.listDrives>) {
    const all: Filter<DriveDocument>[] = [];
    if (query.nodeId) all.push({ nodeId: query.nodeId });
    if (query.serial) all.push({ serial: query.serial });
    if (query.search) {
      const text = containing(query.search);
      all.push({ $or: [{ serial: text }, { 'status.inventory.model': text }] });
    }
    if (query.role) all.push({ 'spec.role': query.role === 'cache' ? 'cache' : { $exists: false } });
    if (query.state) all.push(driveStateFilter(query.state));
    if (query.driveClassId) all.push(await this.classFilter(query.driveClassId));
    const sortFields = {
      serial: 'serial',
      model: 'status.inventory.model',
      sizeBytes: 'status.inventory.sizeBytes',
      createdAt: 'createdAt',
    };
    return findPage(this.drives, { filter: all.length === 0 ? {} : { $and: all }, query, sortFields });
  }

  /** The fields of every drive for a map of all drives, in order of serial. */
  all(): Promise<MapDocument[]> {
    return this.drives.find<MapDocument>({}, { projection: mapFields, sort: { serial: 1, _id: 1 }, batchSize: 5000 }).toArray();
  }

  private async classFilter(driveClassId: string): Promise<Filter<DriveDocument>> {
    const found = await readable(this.mongo, 'driveClasses').findOne({ _id: driveClassId }, { projection: { 'spec.members': 1 } });
    return found ? this.membersFilter(found.spec.members) : NONE;
  }

  /** The drives that a class's members select, in order of serial. */
  async matching(members: DriveClassMembers, session?: ClientSession): Promise<DriveDocument[]> {
    return this.drives.find(await this.membersFilter(members, session), { session, sort: { serial: 1, nsid: 1, _id: 1 } }).toArray();
  }

  /** Ids of the drives that each list of members selects, in the order of the lists; `within`: only of these drives. */
  async memberIds(all: readonly DriveClassMembers[], within?: readonly string[]): Promise<string[][]> {
    const labels = await this.labelsIfNeeded(all);
    const only: Filter<DriveDocument>[] = within ? [{ _id: { $in: [...within] } }] : [];
    return Promise.all(
      all.map(async (members) => {
        const filter = { $and: [await this.membersFilter(members, undefined, labels), ...only] };
        return (await this.drives.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
      }),
    );
  }

  /** Sums over the drives that each list of members selects. The database computes the sums, because a console reads them with every list of classes. */
  async totals(all: readonly DriveClassMembers[], reservedRatio: number): Promise<DriveTotalsByNode[]> {
    const labels = await this.labelsIfNeeded(all);
    return Promise.all(
      all.map(async (members) => {
        const perNode = await this.drives
          .aggregate<Omit<DriveTotals, 'nodeCount'> & { _id: string; openBytes: number }>([
            { $match: await this.membersFilter(members, undefined, labels) },
            {
              $group: {
                _id: '$nodeId',
                driveCount: { $sum: 1 },
                inServiceCount: { $sum: { $cond: ['$status.inService', 1, 0] } },
                capacityBytes: { $sum: '$status.capacityBytes' },
                allocatedBytes: { $sum: '$status.allocatedBytes' },
                freeBytes: { $sum: freeBytesExpression(reservedRatio) },
                openBytes: { $sum: { $cond: [takesLegsExpression, freeBytesExpression(reservedRatio), 0] } },
              },
            },
          ])
          .toArray();
        const sum = (field: keyof Omit<DriveTotals, 'nodeCount'>) => perNode.reduce((total, node) => total + node[field], 0);
        return {
          driveCount: sum('driveCount'),
          inServiceCount: sum('inServiceCount'),
          nodeCount: perNode.length,
          capacityBytes: sum('capacityBytes'),
          allocatedBytes: sum('allocatedBytes'),
          freeBytes: sum('freeBytes'),
          openOnNode: new Map(perNode.map(({ _id, openBytes }) => [_id, openBytes])),
        };
      }),
    );
  }

  /** Number of drives in each of these states. */
  async counts<S extends DriveState>(states: readonly S[]): Promise<Record<S | 'total', number>> {
    const entries = await Promise.all(
      [...states].map(async (state) => [state, await this.drives.countDocuments(driveStateFilter(state))] as const),
    );
    return { ...Object.fromEntries(entries), total: await this.drives.countDocuments() } as Record<S | 'total', number>;
  }

  /** Sums over the drives in service that hold legs. A drive counts once, whatever its classes. */
  async space(): Promise<{ capacityBytes: number; allocatedBytes: number }> {
    const [sums] = await this.drives
      .aggregate<{ capacityBytes: number; allocatedBytes: number }>([
        { $match: { 'status.inService': true, 'spec.role': { $exists: false } } },
        { $group: { _id: null, capacityBytes: { $sum: '$status.capacityBytes' }, allocatedBytes: { $sum: '$status.allocatedBytes' } } },
      ])
      .toArray();
    return { capacityBytes: sums?.capacityBytes ?? 0, allocatedBytes: sums?.allocatedBytes ?? 0 };
  }

  private async membersFilter(
    members: DriveClassMembers,
    session?: ClientSession,
    labels?: readonly LabelledNode[],
  ): Promise<Filter<DriveDocument>> {
    // A cache drive holds no legs: it is in no class while it has that role.
    const notCache: Filter<DriveDocument> = { 'spec.role': { $exists: false } };
    if (members.by === 'list') return { _id: { $in: members.driveIds }, ...notCache };
    const { models, minSizeBytes, maxSizeBytes, nodeIds, nodeLabels } = members.selector;
    const all: Filter<DriveDocument>[] = [notCache];
    if (models) all.push({ 'status.inventory.model': { $in: models } });
    if (minSizeBytes !== undefined) all.push({ 'status.inventory.sizeBytes': { $gte: minSizeBytes } });
    if (maxSizeBytes !== undefined) all.push({ 'status.inventory.sizeBytes': { $lte: maxSizeBytes } });
    if (nodeIds) all.push({ nodeId: { $in: nodeIds } });
    if (nodeLabels) all.push({ nodeId: { $in: withLabels(labels ?? (await this.labelsOfNodes(session)), nodeLabels) } });
    return { $and: all };
  }

  /** Labels of nodes, read once for all lists, if any list selects by them. */
  private async labelsIfNeeded(all: readonly DriveClassMembers[]): Promise<LabelledNode[] | undefined> {
    return all.some((members) => members.by === 'selector' && members.selector.nodeLabels) ? this.labelsOfNodes() : undefined;
  }

  /** Only of nodes that have drives: a cluster may have many more clients than targets. */
  private async labelsOfNodes(session?: ClientSession): Promise<LabelledNode[]> {
    const nodeIds = await this.drives.distinct('nodeId', {}, { session });
    return this.nodes.find<LabelledNode>({ _id: { $in: nodeIds } }, { session, projection: { 'spec.labels': 1 } }).toArray();
  }

  async nodesById(ids: string[], session?: ClientSession): Promise<Map<string, PlacedNode>> {
    const found = await this.nodes.find<PlacedNode>({ _id: { $in: ids } }, { session, projection: placedNodeFields }).toArray();
    return new Map(found.map((node) => [node._id, node]));
  }
}
