import { hostNqn } from '@weft/shared/identity';
import { isUnread, type ObjectStatus } from '@weft/shared/messages/report';
import { driveRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import { allLegs, exportedSizeBytes, type LegDocument, type VolumeDocument } from '../../domain/documents/volume.document.js';
import { bookedBytes } from './allocations.js';
import type { CheckedNode, CheckFacts } from './facts.js';
import { type CheckFinding, found, unknown } from './finding.js';

/*
 * Compares the database with the last reports of the nodes. Scenarios:
 *  - a node without a current report, or in doubt: unknown, nothing is compared.
 *  - an object that the node could not read: unknown, no difference.
 *  - a change that still runs (a leg that is made or removed, a volume that grows, an attachment that comes or goes): not compared, because the sides differ meanwhile.
 *  - an older report than the last order: not compared (S12).
 */

type StatusOf<K extends ObjectStatus['kind']> = Extract<ObjectStatus, { kind: K }>;

const isInDoubt = ({ status: { historyDoubt, ledgerLoss } }: CheckedNode): boolean =>
  Boolean(historyDoubt) || ledgerLoss?.acceptedBy === null;

/** Current statuses of the nodes that can be compared. */
class Reports {
  private readonly statuses: ReadonlyMap<string, ObjectStatus>;
  private readonly boots: ReadonlyMap<string, string | null>;

  constructor({ nodes, statuses, onlineServerIds }: CheckFacts) {
    const compared = nodes.filter((node) => isCurrent(node, onlineServerIds) && !isInDoubt(node));
    this.boots = new Map(compared.map(({ _id, status }) => [_id, status.bootId]));
    this.statuses = new Map(
      statuses
        .filter(({ nodeId, bootId }) => this.boots.get(nodeId) === bootId)
        .map(({ nodeId, kind, objectId, status }) => [`${nodeId}/${kind}/${objectId}`, status]),
    );
  }

  /** Undefined: unknown. */
  of<K extends ObjectStatus['kind']>(kind: K, id: string, { nodeId, generation }: { nodeId: string; generation: number }) {
    const status = this.statuses.get(`${nodeId}/${kind}/${id}`);
    return status && !isUnread(status) && status.generation >= generation ? (status as StatusOf<K>) : undefined;
  }
}

const isCurrent = ({ status: { connection } }: CheckedNode, onlineServerIds: readonly string[]): boolean =>
  connection.state === 'online' && connection.serverId !== null && onlineServerIds.includes(connection.serverId);

function ofNodes({ nodes, onlineServerIds, orphans }: CheckFacts): CheckFinding[] {
  const refs = (of: readonly CheckedNode[]) => of.map(({ _id, name }) => nodeRef(_id, name));
  const inDoubt = nodes.filter(isInDoubt);
  const silent = nodes.filter((node) => !isInDoubt(node) && node.status.connection.state !== 'never' && !isCurrent(node, onlineServerIds));
  return [
    ...(inDoubt.length > 0 ? [found('check-node-in-doubt', { nodes: refs(inDoubt) })] : []),
    ...(silent.length > 0 ? [unknown('check-nodes-not-compared', { nodes: refs(silent) })] : []),
    ...nodes.flatMap(({ _id, name }) => {
      const count = orphans.get(_id) ?? 0;
      return count > 0 ? [found('check-orphans', { node: nodeRef(_id, name), orphans: count })] : [];
    }),
  ];
}

function ofLeg(volume: VolumeDocument, leg: LegDocument, reports: Reports): CheckFinding[] {
  const status = reports.of('leg', leg.id, { nodeId: leg.nodeId, generation: leg.spec.orderGeneration });
  const isSettled = leg.spec.desired === 'present' && leg.status.state !== 'creating' && !volume.growth;
  if (!status || !isSettled) return [];
  const itself = {
    ...{ leg: legRef(leg), volume: volumeRef(volume._id, volume.name) },
    ...{ drive: driveRef(leg.driveId, leg.driveSerial), node: nodeRef(leg.nodeId, leg.nodeName) },
  };
  const { present, sizeBytes } = status.observed;
  if (!present) return [found('check-leg-absent', itself)];
  const booked = exportedSizeBytes(volume, leg);
  return sizeBytes === booked ? [] : [found('check-leg-size-differs', { ...itself, bookedBytes: booked, foundBytes: sizeBytes })];
}

function ofDrives({ drives, volumes }: CheckFacts, reports: Reports): CheckFinding[] {
  const booked = bookedBytes(volumes);
  return drives.flatMap((drive) => {
    const status = reports.of('drive', drive._id, { nodeId: drive.nodeId, generation: drive.spec.orderGeneration });
    // Absent drives and lost groups are orphans of the database and conditions of the drive.
    if (!status || !drive.status.inService || !drive.status.present) return [];
    const itself = { drive: driveRef(drive._id, drive.serial), node: nodeRef(drive.nodeId, drive.nodeName) };
    if (!status.observed.volumeGroup) return [found('check-drive-without-group', itself)];
    const usedBytes = status.observed.sizeBytes - status.observed.freeBytes;
    const of = booked.get(drive._id) ?? 0;
    return usedBytes > of ? [found('check-drive-uses-more', { ...itself, usedBytes, bookedBytes: of })] : [];
  });
}

function ofAttachment(attachment: AttachmentDocument, nodes: ReadonlyMap<string, CheckedNode>, reports: Reports): CheckFinding[] {
  const { spec, status, exports, nodeId } = attachment;
  if (spec.desired !== 'attached' || status.state !== 'attached' || spec.revoked) return [];
  const volume = volumeRef(attachment.volumeId, attachment.volumeName);
  const hostId = nodes.get(nodeId)?.hostId;
  const device = reports.of('attachment', attachment._id, { nodeId, generation: spec.orderGeneration });
  return [
    ...(device && !device.observed.present ? [found('check-device-absent', { node: nodeRef(nodeId, attachment.nodeName), volume })] : []),
    ...exports
      .filter((each) => each.spec.desired === 'exported')
      .flatMap((each) => {
        const exported = reports.of('export', attachment._id, { nodeId: each.nodeId, generation: each.spec.orderGeneration });
        const node = nodeRef(each.nodeId, each.nodeName);
        if (!exported || hostId === undefined) return [];
        if (!exported.observed.present) return [found('check-export-absent', { node, volume })];
        const [ordered, allowed] = [hostNqn(hostId), exported.observed.allowedHosts];
        return allowed.every((host) => host === ordered) ? [] : [found('check-hosts-differ', { node, volume, ordered, allowed })];
      }),
  ];
}

/** Differences between the database and its hosts. Pure. */
export function hostFindings(facts: CheckFacts): CheckFinding[] {
  const reports = new Reports(facts);
  const nodes = new Map(facts.nodes.map((node) => [node._id, node]));
  return [
    ...ofNodes(facts),
    ...ofDrives(facts, reports),
    ...facts.volumes.flatMap((volume) => allLegs(volume).flatMap((leg) => ofLeg(volume, leg, reports))),
    ...facts.attachments.flatMap((attachment) => ofAttachment(attachment, nodes, reports)),
  ];
}
