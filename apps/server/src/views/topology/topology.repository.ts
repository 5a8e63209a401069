import { Injectable } from '@nestjs/common';
import type { Nic } from '@weft/shared/messages/inventory';
import { Mongo } from '../../core/mongo/mongo.js';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import type { LegDocument, VolumeDocument } from '../../domain/documents/volume.document.js';
import { readable } from '../../domain/store/readable.js';

export type DrawnNode = Part<
  NodeDocument,
  '_id' | 'revision' | 'name' | 'spec.labels' | 'status.connection' | 'spec.scheduling' | 'spec.maintenance' | 'status.conditions'
> & { status: { inventory: { nics: Pick<Nic, 'name' | 'addresses' | 'up' | 'carrier'>[] } | null } };
export type DrawnDrive = Part<
  DriveDocument,
  | '_id'
  | 'revision'
  | 'nodeId'
  | 'serial'
  | 'status.present'
  | 'spec.wipe'
  | 'spec.desired'
  | 'status.inService'
  | 'spec.scheduling'
  | 'status.capacityBytes'
  | 'status.allocatedBytes'
  | 'status.conditions'
> & { status: { inventory: Pick<DriveDocument['status']['inventory'], 'contents' | 'inUse' | 'weftDriveId' | 'smart'> } };
export type DrawnVolume = Part<VolumeDocument, '_id' | 'revision' | 'name' | 'status.state' | 'status.health'> & {
  spec: Pick<VolumeDocument['spec'], 'protection' | 'copies' | 'sizeBytes' | 'driveClassId'>;
  legs: Part<LegDocument, 'index' | 'driveId' | 'spec.desired' | 'status.health' | 'status.inSync'>[];
};
export type DrawnAttachment = Part<
  AttachmentDocument,
  '_id' | 'revision' | 'volumeId' | 'nodeId' | 'status.state' | 'spec.mode' | 'spec.transport' | 'status.conditions'
>;
export interface DrawnPaths {
  paths: number;
  livePaths: number;
}

const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
const withIds = (ids: readonly string[] | undefined) => (ids ? { _id: { $in: [...ids] } } : {});

const nodeFields = fields(
  ...['revision', 'name', 'spec.labels', 'spec.scheduling', 'spec.maintenance'],
  ...['status.connection.state', 'status.conditions'],
  ...['name', 'addresses', 'up', 'carrier'].map((field) => `status.inventory.nics.${field}`),
);
const driveFields = fields(
  ...['revision', 'nodeId', 'serial', 'spec.wipe', 'spec.desired', 'spec.scheduling'],
  ...['status.present', 'status.inService', 'status.capacityBytes', 'status.allocatedBytes', 'status.conditions'],
  ...['status.inventory.contents', 'status.inventory.inUse', 'status.inventory.weftDriveId'],
  ...['status.inventory.smart.criticalWarning', 'status.inventory.smart.percentageUsed'],
);
const volumeFields = fields(
  ...['revision', 'name', 'status.state', 'status.health', 'spec.protection', 'spec.copies', 'spec.sizeBytes', 'spec.driveClassId'],
  ...['legs.index', 'legs.driveId', 'legs.spec.desired', 'legs.status.health', 'legs.status.inSync'],
);
const attachmentFields = fields(...['revision', 'volumeId', 'nodeId', 'spec.mode', 'spec.transport', 'status.state', 'status.conditions']);

/** Reads only the fields that the picture needs, of all objects or of those with the given ids. */
@Injectable()
export class TopologyRepository {
  constructor(private readonly mongo: Mongo) {}

  nodes(ids?: readonly string[]): Promise<DrawnNode[]> {
    return readable(this.mongo, 'nodes')
      .find<DrawnNode>(withIds(ids), { projection: nodeFields, sort: { name: 1 } })
      .toArray();
  }

  drives(ids?: readonly string[]): Promise<DrawnDrive[]> {
    return readable(this.mongo, 'drives')
      .find<DrawnDrive>(withIds(ids), { projection: driveFields, sort: { nodeId: 1, serial: 1 } })
      .toArray();
  }

  volumes(ids?: readonly string[]): Promise<DrawnVolume[]> {
    return readable(this.mongo, 'volumes')
      .find<DrawnVolume>(withIds(ids), { projection: volumeFields, sort: { name: 1 } })
      .toArray();
  }

  attachments(ids?: readonly string[]): Promise<DrawnAttachment[]> {
    return readable(this.mongo, 'attachments')
      .find<DrawnAttachment>(withIds(ids), { projection: attachmentFields, sort: { createdAt: 1 } })
      .toArray();
  }

  /** Number of paths in each client's last report, counted in the database because there may be tens of thousands. */
  async paths(attachmentIds?: readonly string[]): Promise<Map<string, DrawnPaths>> {
    const live = { $filter: { input: '$status.observed.paths', cond: { $eq: ['$$this.controllerState', 'live'] } } };
    const found = await readable(this.mongo, 'objectStatuses')
      .aggregate<{ objectId: string } & DrawnPaths>([
        { $match: { kind: 'attachment', ...(attachmentIds ? { objectId: { $in: [...attachmentIds] } } : {}) } },
        { $project: { _id: 0, objectId: 1, paths: { $size: '$status.observed.paths' }, livePaths: { $size: live } } },
      ])
      .toArray();
    return new Map(found.map(({ objectId, paths, livePaths }) => [objectId, { paths, livePaths }]));
  }
}
