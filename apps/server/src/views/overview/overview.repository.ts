import { Injectable } from '@nestjs/common';
import { FAILURE_DOMAIN_VIOLATED, problemTypes, VERSION_SKEWED } from '@weft/shared/kinds/condition-types';
import type { Overview } from '@weft/shared/kinds/views/overview';
import { type Volume, volumeHealths } from '@weft/shared/kinds/volume';
import { Mongo } from '../../core/mongo/mongo.js';
import { clientsOfVolumes } from '../../domain/store/around-attachments.js';
import { readable } from '../../domain/store/readable.js';
import type { TroubledDrive, TroubledNode, TroubledVolume, Troubles } from './findings.js';
import type { ProgramVersion, Versions } from './version-finding.js';

/** Most objects of each kind that are searched for causes; counts include all. */
const MOST = 1000;
const isInTrouble = [
  { 'status.conditions': { $elemMatch: { type: { $nin: problemTypes }, status: 'false' } } },
  { 'status.conditions': { $elemMatch: { type: { $in: problemTypes }, status: 'true' } } },
];
/** NICs without carrier but with an address. A port without cable and address is unused, not a problem. */
const isDark = { 'status.inventory.nics': { $elemMatch: { carrier: false, 'addresses.0': { $exists: true } } } };
const notWell = { 'status.conditions': { $elemMatch: { type: 'Healthy', status: { $ne: 'true' } } } };
const isViolated = { 'status.conditions': { $elemMatch: { type: FAILURE_DOMAIN_VIOLATED, status: 'true' } } };

const inMaintenance = (now: Date) => ({ 'spec.maintenance.endedAt': null, 'spec.maintenance.until': { $gt: now } });

/** Bytes of the legs of mirrors of one class on one node. */
export interface MirrorBytes {
  driveClassId: string;
  node: { id: string; name: string };
  bytes: number;
}

/** Reads only objects with problems, and counts the rest in the database: the cluster may have thousands of each kind. */
@Injectable()
export class OverviewRepository {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return readable(this.mongo, 'nodes');
  }
  private get volumes() {
    return readable(this.mongo, 'volumes');
  }
  private get attachments() {
    return readable(this.mongo, 'attachments');
  }

  async troubles(now: Date, orphans: Troubles['orphans']): Promise<Troubles> {
    const [nodes, drives, volumes] = await Promise.all([
      this.troubledNodes(now, [...orphans.keys()]),
      this.troubledDrives(),
      this.troubledVolumes(),
    ]);
    const clients = await clientsOfVolumes(
      this.mongo,
      volumes.map(({ _id }) => _id),
    );
    return { nodes, drives, orphans, volumes: volumes.map((volume) => ({ ...volume, clients: clients.get(volume._id) ?? [] })) };
  }

  /** Ids of the nodes that take no new legs now, as `candidates` decides: not online, in maintenance, or cordoned. */
  async closedNodes(now: Date): Promise<Set<string>> {
    const isCordoned = { 'spec.scheduling': { $exists: true, $ne: 'open' as const } };
    const closed = { $or: [{ 'status.connection.state': { $ne: 'online' as const } }, inMaintenance(now), isCordoned] };
    return new Set((await this.nodes.find(closed, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id));
  }

  private troubledNodes(now: Date, withOrphans: readonly string[]): Promise<TroubledNode[]> {
    return this.nodes
      .find<TroubledNode>(
        {
          $or: [
            { 'status.connection.state': { $ne: 'online' } },
            inMaintenance(now),
            ...isInTrouble,
            isDark,
            { _id: { $in: [...withOrphans] } },
          ],
        },
        {
          projection: {
            ...{ name: 1, createdAt: 1, 'spec.maintenance': 1, 'status.connection': 1, 'status.conditions': 1 },
            'status.links': 1,
            ...{ 'status.inventory.nics.name': 1, 'status.inventory.nics.addresses': 1, 'status.inventory.nics.carrier': 1 },
          },
          sort: { name: 1 },
          limit: MOST,
        },
      )
      .toArray();
  }

  private troubledDrives(): Promise<TroubledDrive[]> {
    return readable(this.mongo, 'drives')
      .find<TroubledDrive>(
        { $or: [{ 'status.present': false }, { 'status.inventory.smart.criticalWarning': { $gt: 0 } }, ...isInTrouble] },
        {
          projection: {
            serial: 1,
            nodeId: 1,
            nodeName: 1,
            ...{ 'status.present': 1, 'status.stateSince': 1, 'status.smartWarningSince': 1, 'status.conditions': 1 },
            'status.inventory.smart': 1,
          },
          sort: { serial: 1 },
          limit: MOST,
        },
      )
      .toArray();
  }

  private troubledVolumes(): Promise<Omit<TroubledVolume, 'clients'>[]> {
    return this.volumes
      .find<Omit<TroubledVolume, 'clients'>>(
        { 'status.state': 'available', $or: [notWell, isViolated] },
        {
          projection: {
            ...{ name: 1, legs: 1, 'spec.protection': 1, 'spec.copies': 1, 'spec.failureDomain': 1 },
            ...{ 'status.health': 1, 'status.conditions': 1 },
          },
          sort: { name: 1 },
          limit: MOST,
        },
      )
      .toArray();
  }

  /** Versions of the agents that differ from their servers, and the number of their nodes. */
  async skewedAgents(): Promise<Pick<Versions, 'agents' | 'nodes'>> {
    const found = await this.nodes
      .aggregate<{ _id: ProgramVersion; count: number }>([
        { $match: { 'status.conditions.type': VERSION_SKEWED } },
        { $group: { _id: '$status.agent', count: { $sum: 1 } } },
      ])
      .toArray();
    return { agents: found.map(({ _id }) => _id), nodes: found.reduce((sum, { count }) => sum + count, 0) };
  }

  nodeConnections(): Promise<Record<string, number>> {
    return this.countBy(this.nodes, 'status.connection.state');
  }

  /** Volumes by health, and those of each whose condition Healthy is not true. */
  async volumeHealths(): Promise<Map<Volume['health'], { count: number; notWell: number }>> {
    // `notWell` as an expression, so that both counts are of one read.
    const doubts = {
      input: { $ifNull: ['$status.conditions', []] },
      cond: { $and: [{ $eq: ['$$this.type', 'Healthy'] }, { $ne: ['$$this.status', 'true'] }] },
    };
    const found = await this.volumes
      .aggregate<{ _id: Volume['health']; count: number; notWell: number }>([
        { $group: { _id: '$status.health', count: { $sum: 1 }, notWell: { $sum: { $min: [1, { $size: { $filter: doubts } }] } } } },
      ])
      .toArray();
    const counts = new Map(found.map(({ _id, ...each }) => [_id, each]));
    return new Map(volumeHealths.map((health) => [health, counts.get(health) ?? { count: 0, notWell: 0 }]));
  }

  async attachmentCounts(): Promise<Overview['counts']['attachments']> {
    const statuses = readable(this.mongo, 'objectStatuses');
    const [total, attached, open, fewerPaths] = await Promise.all([
      this.attachments.countDocuments(),
      this.attachments.countDocuments({ 'status.state': 'attached' }),
      statuses.countDocuments({ kind: 'attachment', 'status.observed.open': true }),
      statuses.countDocuments({
        ...{ kind: 'attachment', 'status.observed.available': true },
        'status.observed.paths': { $elemMatch: { controllerState: { $ne: 'live' } } },
      }),
    ]);
    return { total, attached, open, fewerPaths };
  }

  /** The newest attachment's volume and client, or the newest volume. */
  async example(): Promise<{ volume: { id: string; name: string }; client: { id: string; name: string } | null } | null> {
    const attachment = await this.attachments.findOne({ 'spec.desired': 'attached' }, { sort: { createdAt: -1 } });
    if (attachment)
      return {
        volume: { id: attachment.volumeId, name: attachment.volumeName },
        client: { id: attachment.nodeId, name: attachment.nodeName },
      };
    const volume = await this.volumes.findOne({}, { sort: { createdAt: -1 }, projection: { name: 1 } });
    return volume && { volume: { id: volume._id, name: volume.name }, client: null };
  }

  async mirrorBytes(): Promise<MirrorBytes[]> {
    const found = await this.volumes
      .aggregate<{ _id: { driveClassId: string; nodeId: string; nodeName: string }; bytes: number }>([
        { $match: { 'spec.protection': { $in: ['raid1', 'raid10'] } } },
        { $project: { 'spec.driveClassId': 1, 'legs.nodeId': 1, 'legs.nodeName': 1, 'legs.spec.sizeBytes': 1 } },
        { $unwind: '$legs' },
        {
          $group: {
            _id: { driveClassId: '$spec.driveClassId', nodeId: '$legs.nodeId', nodeName: '$legs.nodeName' },
            bytes: { $sum: '$legs.spec.sizeBytes' },
          },
        },
      ])
      .toArray();
    return found.map(({ _id, bytes }) => ({ driveClassId: _id.driveClassId, node: { id: _id.nodeId, name: _id.nodeName }, bytes }));
  }

  /** Nodes in their roles: those with drives in service, and those with attachments. */
  async roles(): Promise<{ targets: Set<string>; clients: Set<string>; names: Map<string, string> }> {
    const [targets, clients, nodes] = await Promise.all([
      readable(this.mongo, 'drives').distinct('nodeId', { 'status.inService': true }),
      this.attachments.distinct('nodeId'),
      this.nodes.find({}, { projection: { name: 1 } }).toArray(),
    ]);
    return { targets: new Set(targets), clients: new Set(clients), names: new Map(nodes.map(({ _id, name }) => [_id, name])) };
  }

  private async countBy(
    collection: { aggregate<T extends object>(pipeline: object[]): { toArray(): Promise<T[]> } },
    field: string,
  ): Promise<Record<string, number>> {
    const found = await collection
      .aggregate<{ _id: string; count: number }>([{ $group: { _id: `$${field}`, count: { $sum: 1 } } }])
      .toArray();
    return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
  }
}
