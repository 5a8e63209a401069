import { Injectable } from '@nestjs/common';
import { legIdOfLv } from '@weft/shared/identity';
import { Mongo } from '../core/mongo/mongo.js';
import { anyLeg } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';
import { groupDriveId } from './host-orphans.js';
import type { LookedAtNode } from './ignore-absence.js';
import type { OrphanAttachment, OrphanDrive, OrphanNode, OrphanVolume, OrphanWorld } from './orphan-world.js';

const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
const nodeFields = fields(...['name', 'status.bootId', 'status.connection.state', 'status.historyDoubt', 'status.orphans']);
const lookedAtFields = fields(...['status.connection', 'status.historyDoubt', 'status.conditions']);
const driveFields = fields(
  ...['nodeId', 'nodeName', 'serial', 'spec.desired', 'spec.wipe', 'status.present', 'status.inService', 'status.stateSince'],
  ...['status.inventory.sizeBytes', 'status.inventory.weftDriveId'],
);
const volumeFields = fields(
  ...['name', 'legs', 'obsoleteLegs', 'growth', 'spec.protection', 'spec.copies', 'spec.epoch', 'status.state', 'status.health'],
);
const attachmentFields = fields(
  ...['volumeId', 'volumeName', 'nodeId', 'nodeName', 'spec.desired', 'spec.orderGeneration', 'status.state'],
);

/** A drive that Weft has not taken and that has a group of Weft. */
const hasForeignGroup = { 'spec.desired': 'observed', 'status.inventory.weftDriveId': { $ne: null } };

/** Reads only documents of objects that may lack their counterpart: in a healthy cluster, hardly any. */
@Injectable()
export class OrphansRepository {
  constructor(private readonly mongo: Mongo) {}

  async world(now: Date): Promise<OrphanWorld> {
    const [nodes, statuses] = await Promise.all([this.nodesWithOrphans(), this.absent()]);
    const ids = (kind: string) => statuses.filter((status) => status.kind === kind).map(({ objectId }) => objectId);
    const reported = nodes.flatMap(({ status: { orphans } }) => orphans);
    const drives = await this.withFormer(
      await this.drivesToCheck(ids('drive'), [...new Set(reported.flatMap((each) => groupDriveId(each) ?? []))]),
    );
    const legIds = [
      ...ids('leg'),
      ...reported.flatMap(({ name }) => legIdOfLv(name.slice(name.indexOf('/') + 1).replace(/^grow-/, 'leg-')) ?? []),
    ];
    const driveIds = drives.flatMap(({ _id, status: { inventory } }) => [_id, ...(inventory.weftDriveId ? [inventory.weftDriveId] : [])]);
    const attachments = await readable(this.mongo, 'attachments')
      .find<OrphanAttachment>(
        { _id: { $in: [...ids('attachment'), ...reported.flatMap(({ attachmentId }) => attachmentId ?? [])] } },
        { projection: attachmentFields },
      )
      .toArray();
    const volumes = await this.volumes(
      legIds,
      driveIds,
      reported.flatMap(({ volumeId }) => volumeId ?? []),
    );
    const known = new Set(nodes.map(({ _id }) => _id));
    const others = [...statuses.map(({ nodeId }) => nodeId), ...drives.map(({ nodeId }) => nodeId)].filter((id) => !known.has(id));
    return { nodes: [...nodes, ...(await this.nodes(others))], drives, volumes, attachments, statuses, now };
  }

  /** Of the world, only what shows which objects of hosts are orphans. */
  async hosts(now: Date, nodeIds?: readonly string[]): Promise<OrphanWorld> {
    const at = nodeIds ? { nodeId: { $in: [...nodeIds] } } : {};
    const [nodes, drives] = await Promise.all([this.nodesWithOrphans(nodeIds), this.drives({ ...at, ...hasForeignGroup })]);
    return { nodes, drives, volumes: [], attachments: [], statuses: [], now };
  }

  /** For how long the orphans of these nodes have been absent. */
  lookedAt(ids: readonly string[]): Promise<LookedAtNode[]> {
    return readable(this.mongo, 'nodes')
      .find<LookedAtNode>({ _id: { $in: [...new Set(ids)] } }, { projection: lookedAtFields })
      .toArray();
  }

  private nodesWithOrphans(ids?: readonly string[]): Promise<OrphanNode[]> {
    const of = ids ? { _id: { $in: [...ids] } } : {};
    return readable(this.mongo, 'nodes')
      .find<OrphanNode>({ ...of, 'status.orphans.0': { $exists: true } }, { projection: nodeFields, sort: { name: 1 } })
      .toArray();
  }

  private nodes(ids: readonly string[]): Promise<OrphanNode[]> {
    return readable(this.mongo, 'nodes')
      .find<OrphanNode>({ _id: { $in: [...new Set(ids)] } }, { projection: nodeFields })
      .toArray();
  }

  private absent() {
    return readable(this.mongo, 'objectStatuses')
      .find({
        $or: [
          { kind: { $in: ['leg', 'attachment'] }, 'status.observed.present': false },
          { kind: 'drive', 'status.observed.volumeGroup': false },
        ],
      })
      .toArray();
  }

  /**
   * Drives in service that are missing or without their group, drives that Weft has not taken and that have a group of Weft, and drives with one of these
   * groups (by drive id).
   */
  private drivesToCheck(withoutGroup: readonly string[], groups: readonly string[]): Promise<OrphanDrive[]> {
    return this.drives({
      $or: [
        { 'spec.desired': 'in-service', 'status.present': false },
        { 'spec.desired': 'in-service', _id: { $in: [...withoutGroup] } },
        hasForeignGroup,
        { 'status.inventory.weftDriveId': { $in: [...groups] } },
      ],
    });
  }

  /** With the drives of this database whose volume groups are on other drives. */
  private async withFormer(drives: readonly OrphanDrive[]): Promise<OrphanDrive[]> {
    const known = new Set(drives.map(({ _id }) => _id));
    const former = drives.flatMap(({ status: { inventory } }) => inventory.weftDriveId ?? []).filter((id) => !known.has(id));
    return [...drives, ...(await this.drives({ _id: { $in: former } }))];
  }

  private drives(filter: object): Promise<OrphanDrive[]> {
    return readable(this.mongo, 'drives').find<OrphanDrive>(filter, { projection: driveFields }).toArray();
  }

  private volumes(legIds: readonly string[], driveIds: readonly string[], ids: readonly string[]): Promise<OrphanVolume[]> {
    return readable(this.mongo, 'volumes')
      .find<OrphanVolume>(
        { $or: [{ _id: { $in: [...ids] } }, anyLeg('id', { $in: legIds }), anyLeg('driveId', { $in: driveIds })] },
        { projection: volumeFields },
      )
      .toArray();
  }
}
