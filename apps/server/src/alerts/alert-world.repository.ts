import { Injectable } from '@nestjs/common';
import { FOREIGN_HOST, MISMATCHES_FOUND } from '@weft/shared/kinds/condition-types';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { Filter } from 'mongodb';
import type { ApiTokenDocument } from '../core/auth/api-token.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import type {
  AlertAttachment,
  AlertChecksums,
  AlertDrive,
  AlertMirror,
  AlertNode,
  AlertScrub,
  AlertSnapshot,
  AlertVolume,
  AlertWorld,
  OfVolume,
} from '../domain/alerts/alert-world.js';
import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { isInForce } from '../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { Part } from '../domain/documents/parts.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { checksumErrorsIn, WITH_CHECKSUM_ERRORS } from '../domain/integrity/checksum-errors.js';
import { unhealthyLegs } from '../domain/legs/unhealthy-legs.js';
import { mismatchBytesOf, scrubDueAt, WRITING } from '../domain/scrub/scrub-facts.js';
import { dueAt } from '../domain/snapshot/schedule.js';
import { clientsOfVolumes } from '../domain/store/around-attachments.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';
import type { UnevenWrites } from '../stats/query/stats-query.service.js';

/** No interval is shorter. */
const DAY_MS = 86_400_000;
/** An API token that was used within this time is in use. */
const USED_WITHIN_MS = 7 * 86_400_000;
/** Healths that a rule names, and the one that is no evidence. */
const TROUBLED = ['unavailable', 'broken', 'stalled', 'degraded', 'unknown'] as const;
/** An attachment with a lost path, or with an array that is not idle. */
const UNSETTLED = {
  $or: [
    { 'status.observed.paths': { $elemMatch: { controllerState: { $ne: 'live' } } } },
    { 'status.observed.array.syncAction': { $in: ['resync', 'recover', 'check', 'repair', 'frozen'] } },
  ],
};

const LINK = 'status.inventory.pciLink';
/** Expression: the link's present speed or width is below those of device and slot. Unknown values may match: the rule looks again. */
const isBelowBoth = (link: string) => ({
  $or: (['gigatransfersPerSecond', 'lanes'] as const).map((field) => ({
    $and: (['device', 'slot'] as const).map((side) => ({ $lt: [`${link}.current.${field}`, `${link}.${side}.${field}`] })),
  })),
});

/** Lowest thresholds of rules about drives. */
export interface DriveLimits {
  wearPercent: number;
  celsius: number;
}

/** What is stored of a node that a rule looks at. */
export type StoredAlertNode = Part<
  NodeDocument,
  '_id' | 'name' | 'spec.labels' | 'spec.maintenance' | 'status.connection' | 'status.connectionLosses' | 'status.conditions'
>;
export type UnsettledStatus = Pick<ObjectStatusDocument, '_id' | 'objectId' | 'nodeId' | 'status'>;

/** What is stored of a node with a degraded NIC. */
export type DegradedNics = Part<NodeDocument, '_id' | 'name' | 'status.inventory'>;

export const toNicLinks = ({ _id: id, name, status: { inventory } }: DegradedNics): AlertWorld['nicLinks'] =>
  (inventory?.nics ?? []).flatMap(({ name: nic, pciLink: link }) => (link ? [{ node: { id, name }, nic, link }] : []));

export const toAlertNode = ({ _id: id, name, spec, status }: StoredAlertNode, now: Date): AlertNode => ({
  ...{ id, name, labels: spec.labels, connection: status.connection.state },
  connectionLosses: status.connectionLosses ?? 0,
  inMaintenance: spec.maintenance !== undefined && isInForce(spec.maintenance, now),
  conditions: status.conditions.flatMap((condition) => (condition.status === 'true' ? [condition.type] : [])),
});

const ofVolume = (
  { _id: id, name, spec }: Pick<VolumeDocument, '_id' | 'name'> & { spec: Pick<VolumeDocument['spec'], 'labels' | 'driveClassId'> },
  classNames: ReadonlyMap<string, string>,
): OfVolume => ({
  ...{ volume: { id, name }, volumeLabels: spec.labels },
  driveClasses: [classNames.get(spec.driveClassId) ?? spec.driveClassId],
});
const VOLUME_FIELDS = { name: 1, 'spec.labels': 1, 'spec.driveClassId': 1 } as const;

/** Reads what the rules look at: objects that may have a problem, as few fields as the rules need. */
@Injectable()
export class AlertWorldRepository {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
  ) {}

  /** All nodes, or those with these ids. */
  nodes(ids?: readonly string[]): Promise<StoredAlertNode[]> {
    const fields = [
      'name',
      'spec.labels',
      'spec.maintenance',
      'status.connection.state',
      'status.connectionLosses',
      'status.conditions.type',
      'status.conditions.status',
    ];
    return readable(this.mongo, 'nodes')
      .find<StoredAlertNode>(ids ? { _id: { $in: [...ids] } } : {}, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
      .toArray();
  }

  async volumes(classNames: ReadonlyMap<string, string>): Promise<AlertVolume[]> {
    const fields = ['name', 'spec.labels', 'spec.driveClassId', 'status.health'];
    const legs = ['nodeId', 'nodeName', 'driveId', 'driveSerial', 'status.health'].map((field) => `legs.${field}`);
    const found = await readable(this.mongo, 'volumes')
      .find(
        { 'status.state': 'available', 'status.health': { $in: [...TROUBLED] } },
        { projection: Object.fromEntries([...fields, ...legs].map((field) => [field, 1])) },
      )
      .toArray();
    const clients = await clientsOfVolumes(
      this.mongo,
      found.map(({ _id }) => _id),
    );
    return found.map(({ _id: id, name, spec, status, legs: all }) => ({
      ...{ id, name, health: status.health, labels: spec.labels, driveClass: classNames.get(spec.driveClassId) ?? spec.driveClassId },
      unhealthyLegs: unhealthyLegs(all).map((leg) => ({
        node: { id: leg.nodeId, name: leg.nodeName },
        drive: { id: leg.driveId, name: leg.driveSerial },
      })),
      clients: clients.get(id) ?? [],
    }));
  }

  async drives({ wearPercent, celsius }: DriveLimits): Promise<Omit<AlertDrive, 'driveClasses'>[]> {
    const smart = 'status.inventory.smart';
    const filter: Filter<DriveDocument> = {
      $or: [
        { 'status.present': false, 'status.inService': true },
        { [`${smart}.criticalWarning`]: { $gt: 0 } },
        { [`${smart}.mediaErrors`]: { $gt: 0 } },
        { [`${smart}.percentageUsed`]: { $gte: wearPercent } },
        { [`${smart}.temperatureCelsius`]: { $gte: celsius } },
        { $expr: isBelowBoth(`$${LINK}`) },
        // The fewest pools need attention, and a drive has one at most.
        { 'status.pool': { $exists: true } },
      ],
    };
    const flags = { 'status.present': 1, 'status.inService': 1, 'status.pool': 1 };
    const projection = { serial: 1, nodeId: 1, nodeName: 1, ...flags, [smart]: 1, [LINK]: 1 };
    const found = await readable(this.mongo, 'drives').find(filter, { projection }).toArray();
    return found.map(({ _id: id, serial: name, nodeId, nodeName, status: { present, inService, inventory, pool } }) => ({
      ...{ id, name, node: { id: nodeId, name: nodeName }, present, inService, smart: inventory.smart },
      ...(inventory.pciLink ? { pciLink: inventory.pciLink } : {}),
      ...(pool ? { pool } : {}),
    }));
  }

  /** Mirrors of these without trouble: a resync or a lost leg explains uneven writes. */
  async mirrors(uneven: readonly UnevenWrites[], classNames: ReadonlyMap<string, string>): Promise<AlertMirror[]> {
    if (uneven.length === 0) return [];
    const writesOf = new Map(uneven.map(({ _id, legs }) => [_id, new Map(legs.map(({ id, seconds }) => [id, seconds]))]));
    const fields = ['spec.protection', 'legs.id', 'legs.nodeId', 'legs.nodeName', 'legs.driveId', 'legs.driveSerial'];
    const found = await readable(this.mongo, 'volumes')
      .find(
        { _id: { $in: [...writesOf.keys()] }, 'status.health': { $nin: [...TROUBLED, 'rebuilding'] } },
        { projection: { ...VOLUME_FIELDS, ...Object.fromEntries(fields.map((field) => [field, 1])) } },
      )
      .toArray();
    return found
      .filter(({ spec }) => isMirrored(spec.protection))
      .map((volume) => ({
        ...ofVolume(volume, classNames),
        legs: volume.legs.flatMap((leg) => {
          const seconds = writesOf.get(volume._id)?.get(leg.id);
          if (seconds === undefined) return [];
          return [{ node: { id: leg.nodeId, name: leg.nodeName }, drive: { id: leg.driveId, name: leg.driveSerial }, seconds }];
        }),
      }));
  }

  async allVolumes(classNames: ReadonlyMap<string, string>): Promise<OfVolume[]> {
    const found = await readable(this.mongo, 'volumes').find({}, { projection: VOLUME_FIELDS }).toArray();
    return found.map((volume) => ofVolume(volume, classNames));
  }

  /** Mirrors with mismatches, and those whose scheduled scrub is overdue while a client has them attached for writing. */
  async scrubs(classNames: ReadonlyMap<string, string>, now: Date): Promise<AlertScrub[]> {
    const mismatches = { 'status.conditions': { $elemMatch: { type: MISMATCHES_FOUND, status: 'true' } } };
    const projection = { ...VOLUME_FIELDS, 'spec.scrubIntervalDays': 1, 'status.scrub.countedFrom': 1, 'status.conditions': 1 };
    const { spec } = await this.settings.get();
    const found = await readable(this.mongo, 'volumes')
      .find({ $or: [mismatches, { 'status.scrub.countedFrom': { $lt: new Date(now.getTime() - DAY_MS) } }] }, { projection })
      .toArray();
    const writers = await readable(this.mongo, 'attachments').distinct('volumeId', {
      volumeId: { $in: found.map(({ _id }) => _id) },
      ...WRITING,
    });
    const attached = new Set<string>(writers);
    return found.flatMap((volume) => {
      const due = attached.has(volume._id) ? scrubDueAt(volume, spec.scrubIntervalDays) : null;
      const mismatchBytes = mismatchBytesOf(volume);
      const isOverdue = due !== null && due < now;
      if (mismatchBytes === 0 && !isOverdue) return [];
      return [
        { ...ofVolume(volume, classNames), mismatchBytes, overdueSeconds: isOverdue ? (now.getTime() - due.getTime()) / 1000 : null },
      ];
    });
  }

  async checksums(classNames: ReadonlyMap<string, string>): Promise<AlertChecksums[]> {
    const found = await readable(this.mongo, 'volumes')
      .find(WITH_CHECKSUM_ERRORS, { projection: { ...VOLUME_FIELDS, 'status.conditions': 1 } })
      .toArray();
    return found.map((volume) => ({ ...ofVolume(volume, classNames), errors: checksumErrorsIn(volume) }));
  }

  async snapshots(classNames: ReadonlyMap<string, string>, now: Date): Promise<AlertSnapshot[]> {
    const projection = { ...VOLUME_FIELDS, 'spec.snapshotSchedule': 1, 'status.snapshots.lastTakenAt': 1 };
    const found = await readable(this.mongo, 'volumes')
      .find({ 'spec.snapshotSchedule': { $ne: null } }, { projection })
      .toArray();
    return found.flatMap((volume) => {
      const overdueSeconds = (now.getTime() - (dueAt(volume)?.getTime() ?? Number.POSITIVE_INFINITY)) / 1000;
      return overdueSeconds > 0 ? [{ ...ofVolume(volume, classNames), overdueSeconds }] : [];
    });
  }

  /** Nodes with a NIC whose link may be degraded: all, or those with these ids. */
  nicLinks(ids?: readonly string[]): Promise<DegradedNics[]> {
    const nics = { $ifNull: ['$status.inventory.nics', []] };
    const $anyElementTrue = { $map: { input: nics, as: 'nic', in: isBelowBoth('$$nic.pciLink') } };
    const projection = { name: 1, 'status.inventory.nics.name': 1, 'status.inventory.nics.pciLink': 1 };
    return readable(this.mongo, 'nodes')
      .find<DegradedNics>({ ...(ids ? { _id: { $in: [...ids] } } : {}), $expr: { $anyElementTrue } }, { projection })
      .toArray();
  }

  /** API tokens used within a week that expire within `seconds` from `now`. */
  async apiTokens(now: Date, seconds: number): Promise<AlertWorld['apiTokens']> {
    const later = (by: number) => new Date(now.getTime() + by);
    const found = await this.mongo
      .reading<ApiTokenDocument>('apiTokens')
      .find(
        { expiresAt: { $gt: now, $lt: later(seconds * 1000) }, lastUsedAt: { $gt: later(-USED_WITHIN_MS) } },
        { projection: { name: 1, userName: 1, expiresAt: 1 } },
      )
      .toArray();
    return found.map(({ _id: id, name, userName: user, expiresAt }) => ({ id, name, user, expiresAt }));
  }

  async foreignHosts(): Promise<AlertWorld['foreignHosts']> {
    const found = await readable(this.mongo, 'attachments')
      .find(
        { 'status.conditions': { $elemMatch: { type: FOREIGN_HOST, status: 'true' } } },
        { projection: { volumeId: 1, volumeName: 1, nodeId: 1, nodeName: 1 } },
      )
      .toArray();
    return found.map(({ volumeId, volumeName, nodeId, nodeName }) => ({
      ...{ volume: { id: volumeId, name: volumeName }, client: { id: nodeId, name: nodeName } },
    }));
  }

  /** Statuses of attachments with a lost path or a busy array: all, or those with these ids. */
  unsettled(ids?: readonly string[]): Promise<UnsettledStatus[]> {
    return readable(this.mongo, 'objectStatuses')
      .find<UnsettledStatus>(
        { ...(ids ? { _id: { $in: [...ids] } } : {}), kind: 'attachment', 'status.observed.available': true, ...UNSETTLED },
        { projection: { objectId: 1, nodeId: 1, status: 1 } },
      )
      .toArray();
  }

  /** The attachments of unsettled statuses. */
  async attachments(statuses: readonly UnsettledStatus[], classNames: ReadonlyMap<string, string>): Promise<AlertAttachment[]> {
    if (statuses.length === 0) return [];
    const attachments = await readable(this.mongo, 'attachments')
      .find(
        { _id: { $in: statuses.map(({ objectId }) => objectId) } },
        { projection: { volumeId: 1, volumeName: 1, nodeId: 1, nodeName: 1 } },
      )
      .toArray();
    const volumes = await readable(this.mongo, 'volumes')
      .find(
        { _id: { $in: attachments.map(({ volumeId }) => volumeId) } },
        { projection: { ...VOLUME_FIELDS, 'legs.id': 1, 'legs.nodeId': 1, 'legs.nodeName': 1, 'legs.spec.dataBytes': 1 } },
      )
      .toArray();
    const ofId = new Map(attachments.map((attachment) => [attachment._id, attachment]));
    const volumeOf = new Map(volumes.map((volume) => [volume._id, volume]));
    return statuses.flatMap(({ objectId, nodeId, status }) => {
      const attachment = ofId.get(objectId);
      const volume = attachment && volumeOf.get(attachment.volumeId);
      if (!attachment || !volume || attachment.nodeId !== nodeId || status.kind !== 'attachment') return [];
      const { paths, array } = status.observed;
      const legs = new Map(volume.legs.map((leg) => [leg.id, leg]));
      return [
        {
          ...{ id: objectId, name: `${attachment.volumeName} on ${attachment.nodeName}` },
          ...ofVolume(volume, classNames),
          client: { id: attachment.nodeId, name: attachment.nodeName },
          lostPaths: paths.flatMap(({ legId, storageNetwork: network, controllerState }) => {
            const leg = legs.get(legId);
            return leg && controllerState !== 'live' ? [{ target: { id: leg.nodeId, name: leg.nodeName }, network }] : [];
          }),
          resync: resyncOf(array, volume.legs[0]?.spec.dataBytes ?? 0),
        },
      ];
    });
  }
}

type ObservedArray = AttachmentStatus['observed']['array'];

/** A resync or rebuild that runs. A check (scrub) endangers nothing. `frozen` with a part done is a resync that somebody stopped. */
function resyncOf(array: ObservedArray, legBytes: number): AlertAttachment['resync'] {
  if (!array || array.syncProgressRatio === null || !['resync', 'recover', 'frozen'].includes(array.syncAction)) return null;
  return { ratio: array.syncProgressRatio, bytesPerSecond: array.syncSpeedBytesPerSecond, bytes: legBytes };
}
