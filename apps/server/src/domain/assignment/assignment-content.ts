import { createHash } from 'node:crypto';
import { alertRuleOf } from '@weft/shared/alerts/alert-rules';
import { counted } from '@weft/shared/alerts/rules/rule';
import { hostNqn } from '@weft/shared/identity';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { isMirrored, mirrorCopies, rebuildSpeeds } from '@weft/shared/kinds/volume';
import type {
  AssignmentContent,
  AttachedLeg,
  AttachmentAssignment,
  DriveAssignment,
  ExportAssignment,
  LegAssignment,
} from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ScrubOrder } from '@weft/shared/messages/scrub';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { Thresholds } from '../alerts/thresholds.js';
import { type AttachmentDocument, tenureOf } from '../documents/attachment.document.js';
import { type AuthenticationPairDocument, pairId } from '../documents/authentication-pair.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import {
  allLegs,
  clientsLegs,
  exportedSizeBytes,
  hasChecksums,
  type LegDocument,
  readyBytes,
  roleOf,
  type Shape,
  setsOf,
  type VolumeDocument,
} from '../documents/volume.document.js';

import { freezeOf } from '../snapshot/freeze-order.js';

/** Input for the assignment of one node: every stored object that names the node. */
export interface NodeWorld {
  node: Pick<NodeDocument, '_id' | 'hostId'> & {
    /** Absent: the node never connected. */
    status?: { inventory?: { capabilities: Pick<Inventory['capabilities'], 'incarnations'> } | null };
  };
  settings: SettingsSpec;
  drives: readonly DriveDocument[];
  /** Volumes with a leg on the node, and volumes attached by it. */
  volumes: readonly VolumeDocument[];
  /** Attachments of the node, and attachments with an export on it. */
  attachments: readonly AttachmentDocument[];
  /** Host ids of the clients of those attachments, by node id. */
  hostIds: ReadonlyMap<string, string>;
  /** Pairs of client and target that authenticate each other, by `pairId`. Missing: none. */
  pairs?: Pairs;
  /** Snapshots that are being taken of volumes that the node has attached. Missing: none. */
  snapshotSets?: readonly SnapshotSetDocument[];
  /** Names of the drive classes of volumes with a scrub. Missing: none has one. */
  classNames?: ReadonlyMap<string, string>;
}
type Pairs = ReadonlyMap<string, Pick<AuthenticationPairDocument, 'target' | 'client'>>;

/**
 * The anchor legs of a mirrored volume: in each mirror set one in-sync leg blocks I/O until a path returns, and the others fail after a time. So an
 * outage of all legs stalls the array instead of breaking it. Legs of one target share their controllers, so sets prefer a target that
 * already holds an anchor.
 */
export function anchorLegs(spec: Shape, legs: readonly Part<LegDocument, 'id' | 'index' | 'nodeId' | 'status.inSync'>[]): Set<string> {
  const setOf = setsOf(spec);
  const sets = new Map<number, (typeof legs)[number][]>();
  for (const leg of [...legs].sort((a, b) => a.index - b.index)) sets.set(setOf(leg), [...(sets.get(setOf(leg)) ?? []), leg]);
  const uses = new Map<string, number>();
  for (const leg of legs) uses.set(leg.nodeId, (uses.get(leg.nodeId) ?? 0) + 1);
  const anchorNodes = new Set<string>();
  const anchors = new Set<string>();
  for (const set of sets.values()) {
    const choices = set.filter((leg) => leg.status.inSync);
    const [anchor] = (choices.length > 0 ? choices : set).sort(
      (a, b) =>
        Number(anchorNodes.has(b.nodeId)) - Number(anchorNodes.has(a.nodeId)) ||
        (uses.get(b.nodeId) ?? 0) - (uses.get(a.nodeId) ?? 0) ||
        a.index - b.index,
    );
    if (!anchor) continue;
    anchors.add(anchor.id);
    anchorNodes.add(anchor.nodeId);
  }
  return anchors;
}

/** A client disconnects a force-detached volume with all legs that it had, legs of older epochs included. */
const legsOf = (volume: VolumeDocument, { spec: { revoked } }: AttachmentDocument): LegDocument[] =>
  revoked ? allLegs(volume) : clientsLegs(volume).filter((leg) => leg.spec.desired === 'present');

function attachedLegs(volume: VolumeDocument, attachment: AttachmentDocument, settings: SettingsSpec, pairs: Pairs): AttachedLeg[] {
  const mirrored = isMirrored(volume.spec.protection);
  const anchors = mirrored
    ? anchorLegs(
        volume.spec,
        volume.legs.filter((leg) => roleOf(leg) !== 'joining'),
      )
    : new Set<string>();
  return legsOf(volume, attachment)
    .flatMap((leg) => {
      const exported = attachment.exports.find((each) => each.nodeId === leg.nodeId);
      const namespace = exported?.spec.namespaces.find((each) => each.legId === leg.id);
      if (!exported || !namespace) return [];
      const pair = pairs.get(pairId(attachment.nodeId, leg.nodeId));
      return {
        legId: leg.id,
        index: leg.index,
        nodeId: leg.nodeId,
        nodeName: leg.nodeName,
        subsystemNqn: exported.subsystemNqn,
        nsid: namespace.nsid,
        sizeBytes: hasChecksums(volume) ? offeredBytes(volume, leg) : exportedSizeBytes(volume, leg),
        dataBytes: leg.spec.dataBytes,
        inSync: leg.status.inSync,
        role: roleOf(leg),
        anchor: anchors.has(leg.id),
        fastIoFailSeconds: mirrored ? settings.fastIoFailSeconds : -1,
        paths: exported.spec.portals.map(({ storageNetwork, address, hostAddress }) => ({
          storageNetwork,
          transport: attachment.spec.transport,
          address,
          serviceId: exported.serviceId,
          hostAddress,
          ...(exported.spec.tlsKeyId && { tls: { keyId: exported.spec.tlsKeyId } }),
        })),
        ...(pair && { authentication: pair.client }),
      };
    })
    .sort((a, b) => a.index - b.index || a.role.localeCompare(b.role));
}

const OBJECTIVE = 'WeftLatencyObjectiveMissed';

/** The scrub that the attachment's client has to carry out. A person's own order does not wait for the hours of the schedule. */
function scrubAssignment(
  { spec: { scrub, labels, driveClassId } }: VolumeDocument,
  attachment: AttachmentDocument,
  settings: SettingsSpec,
  classNames: ReadonlyMap<string, string>,
): { scrub?: ScrubOrder } {
  if (!scrub || scrub.isStopping || scrub.attachmentId !== attachment._id || attachment.spec.revoked) return {};
  const owner = { driveClasses: [classNames.get(driveClassId) ?? ''], volumeLabels: labels };
  const objective = counted(alertRuleOf(OBJECTIVE)?.threshold ?? {}, new Thresholds(settings.alertThresholds).of(OBJECTIVE, owner));
  return {
    scrub: {
      orderedAt: scrub.orderedAt.toISOString(),
      action: scrub.action,
      maxBytesPerSecond: settings.scrubBytesPerSecond,
      hours: scrub.orderedBy === null ? settings.scrubHours : null,
      latencyObjectiveSeconds: Number.isFinite(objective) ? objective : null,
    },
  };
}

function attachmentAssignment(
  volume: VolumeDocument,
  attachment: AttachmentDocument,
  settings: SettingsSpec,
  { pairs = new Map(), classNames = new Map() }: Pick<NodeWorld, 'pairs' | 'classNames'>,
): AttachmentAssignment {
  const { spec, array } = volume;
  return {
    attachmentId: attachment._id,
    volumeId: volume._id,
    volumeName: volume.name,
    mode: attachment.spec.mode,
    tenure: tenureOf(attachment),
    desired: attachment.spec.desired,
    revoked: attachment.spec.revoked
      ? `force-detached by ${attachment.spec.revoked.by} at ${attachment.spec.revoked.at.toISOString()}: nothing is written to it any more, and its legs are fenced`
      : null,
    onlyBootId: attachment.spec.reattach ? null : attachment.spec.bootId,
    protection: spec.protection,
    sizeBytes: spec.sizeBytes,
    stripeSizeBytes: spec.stripeSizeBytes,
    epoch: attachment.spec.revoked ? attachment.spec.epoch : volume.spec.epoch,
    array: array && {
      uuid: attachment.spec.revoked?.arrayUuid ?? array.spec.uuid,
      level: spec.protection === 'raid1' ? 'raid1' : 'raid10',
      ...(mirrorCopies(spec) > DEFAULT_COPIES && { copies: mirrorCopies(spec) }),
      create: !array.status.created && !array.status.copiedFrom && attachment.spec.mode === 'exclusive' && !attachment.spec.revoked,
      ...(array.status.copiedFrom && !attachment.spec.revoked && { copiedFrom: array.status.copiedFrom }),
      dataOffsetBytes: array.spec.dataOffsetBytes,
      bitmapChunkBytes: spec.bitmapChunkBytes,
      previousUuid: attachment.spec.revoked ? null : (array.status.previousUuid ?? null),
      syncSpeed: rebuildSpeeds[spec.rebuildPriority],
      ...scrubAssignment(volume, attachment, settings, classNames),
    },
    ...(spec.encryptionKeyId !== undefined && { encryption: { keyId: spec.encryptionKeyId } }),
    ...(attachment.spec.limits && { limits: attachment.spec.limits }),
    legs: attachedLegs(volume, attachment, settings, pairs),
  };
}

function exportAssignment(
  attachment: AttachmentDocument,
  exported: AttachmentDocument['exports'][number],
  clientHostId: string,
  { fenceForeignConnections }: SettingsSpec,
  pairs: Pairs,
): ExportAssignment {
  const pair = pairs.get(pairId(attachment.nodeId, exported.nodeId));
  return {
    attachmentId: attachment._id,
    volumeId: attachment.volumeId,
    volumeName: attachment.volumeName,
    mode: attachment.spec.mode,
    tenure: tenureOf(attachment),
    epoch: attachment.spec.epoch,
    subsystemNqn: exported.subsystemNqn,
    serial: exported.serial,
    hostNqn: hostNqn(clientHostId),
    transport: attachment.spec.transport,
    serviceId: exported.serviceId,
    portals: exported.spec.portals.map(({ storageNetwork, address, hostAddress }) => ({ storageNetwork, address, hostAddress })),
    namespaces: exported.spec.namespaces,
    fenceForeign: fenceForeignConnections,
    ...(pair && { authentication: pair.target }),
    ...(exported.spec.tlsKeyId && { tls: { keyId: exported.spec.tlsKeyId } }),
    desired: exported.spec.desired,
  };
}

/** A cache that ends is not assigned any more. */
function cacheAssignment({ spec: { cache: policy } }: VolumeDocument, { spec: { cache } }: LegDocument): Pick<LegAssignment, 'cache'> {
  if (!policy || !cache || cache.isEnding) return {};
  const { driveId, dataBytes, metadataBytes, blockBytes } = cache;
  return { cache: { driveId, mode: policy.mode, dataBytes, metadataBytes, blockBytes } };
}

/** What a leg on dm-integrity offers: its size does not change. */
const offeredBytes = ({ array }: VolumeDocument, { spec: { dataBytes } }: LegDocument): number =>
  dataBytes + (array?.spec.dataOffsetBytes ?? 0);

const thinAssignment = ({ spec: { thin } }: LegDocument): Pick<LegAssignment, 'thin'> =>
  thin ? { thin: { originLegId: thin.originLegId, order: thin.order } } : {};

function servicesOf(
  volume: VolumeDocument,
  leg: LegDocument,
  { status }: NodeWorld['node'],
): Pick<LegAssignment, 'cache' | 'thin' | 'integrity' | 'mirrored'> {
  const mayLoseWrites = leg.spec.thin !== undefined || leg.spec.cache !== undefined;
  const knowsIncarnations = status?.inventory?.capabilities.incarnations === true;
  return {
    ...cacheAssignment(volume, leg),
    ...thinAssignment(leg),
    ...(hasChecksums(volume) && { integrity: { offeredBytes: offeredBytes(volume, leg) } }),
    ...(isMirrored(volume.spec.protection) && mayLoseWrites && knowsIncarnations && { mirrored: true }),
  };
}

function poolAssignment({ spec: { pool } }: DriveDocument): Pick<DriveAssignment, 'pool'> {
  if (!pool) return {};
  const { created, ...ordered } = pool;
  return { pool: { ...ordered, create: pool.desired === 'present' && !created } };
}

/** The assignment of one node: a pure function of the stored world, in a fixed order, so that its hash shows whether anything changed. */
export function assignmentContent({
  node,
  settings,
  drives,
  volumes,
  attachments,
  hostIds,
  pairs = new Map(),
  classNames = new Map(),
  snapshotSets = [],
}: NodeWorld): AssignmentContent {
  const freezes = snapshotSets.flatMap((set) => freezeOf(set) ?? []);
  const volumeById = new Map(volumes.map((volume) => [volume._id, volume]));
  return {
    hostNqn: hostNqn(node.hostId),
    hostId: node.hostId,
    connect: {
      keepAliveSeconds: settings.keepAliveSeconds,
      reconnectDelaySeconds: settings.reconnectDelaySeconds,
      maxIoQueues: settings.maxIoQueues,
      ioPolicy: settings.ioPolicy,
    },
    drives: drives
      .filter((drive) => drive.nodeId === node._id && (drive.spec.desired !== 'observed' || drive.spec.wipe !== null))
      .map((drive) => ({
        driveId: drive._id,
        serial: drive.serial,
        nsid: drive.nsid,
        desired: drive.spec.desired,
        create: drive.spec.desired === 'in-service' && !drive.status.inService,
        wipe: drive.spec.wipe && { ...drive.spec.wipe, terms: drive.spec.wipe.terms ?? null },
        ...poolAssignment(drive),
      }))
      .sort((a, b) => a.driveId.localeCompare(b.driveId)),
    legs: volumes
      .flatMap((volume) =>
        allLegs(volume)
          .filter((leg) => leg.nodeId === node._id)
          .map((leg) => ({
            legId: leg.id,
            volumeId: volume._id,
            driveId: leg.driveId,
            sizeBytes: leg.spec.sizeBytes,
            desired: leg.spec.desired,
            readyBytes: readyBytes(volume, leg),
            ...servicesOf(volume, leg, node),
          })),
      )
      .sort((a, b) => a.legId.localeCompare(b.legId)),
    exports: attachments
      .flatMap((attachment) =>
        attachment.exports
          .filter((each) => each.nodeId === node._id)
          .map((each) =>
            exportAssignment(
              attachment,
              each,
              hostIds.get(attachment.nodeId) ?? missing('host id of node', attachment.nodeId),
              settings,
              pairs,
            ),
          ),
      )
      .sort((a, b) => a.attachmentId.localeCompare(b.attachmentId)),
    attachments: attachments
      .filter((attachment) => attachment.nodeId === node._id && !clientIsDone(attachment))
      .map((attachment) =>
        attachmentAssignment(volumeById.get(attachment.volumeId) ?? missing('volume', attachment.volumeId), attachment, settings, {
          pairs,
          classNames,
        }),
      )
      .sort((a, b) => a.attachmentId.localeCompare(b.attachmentId)),
    ...(freezes.length > 0 && { freezes }),
  };
}

/** The client has finished; only targets have work left. */
const clientIsDone = ({ spec: { revoked }, status: { state } }: AttachmentDocument): boolean =>
  state === 'unexporting' || (state === 'revoked' && !revoked);

function missing(what: string, id: string): never {
  throw new Error(`The stored world is inconsistent: ${what} ${id} is named but not there. Run "weft-server check".`);
}

/** SHA-256 of the JSON with sorted keys, so the order of stored fields does not matter. */
export function contentHash(content: AssignmentContent): string {
  const canonical = JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(canonical).digest('hex');
}
