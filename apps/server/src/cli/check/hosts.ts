import { hostNqn } from '@weft/shared/identity';
import { isUnread, type ObjectStatus } from '@weft/shared/messages/report';
import { driveRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import { allLegs, exportedSizeBytes, type LegDocument, type VolumeDocument } from '../../domain/documents/volume.document.js';
import { isInDoubt } from '../../domain/node/doubts.js';
import { bookedBytes } from './allocations.js';
import type { CheckedNode, CheckFacts } from './facts.js';
import { type CheckFinding, found, unknown } from './finding.js';

/*
 * Compares the database with the last reports of the nodes. Scenarios:
 *  - a node without a current report, or in doubt: unknown, nothing is compared.
 *  - an object that the node could not read, has not reported, or reported before its last order (S12): counted as not compared.
 *  - a change that still runs (a leg that is made or removed, a volume that grows, an attachment that comes or goes): not compared, because the sides differ meanwhile.
 */

type Observed<K extends ObjectStatus['kind']> = Extract<ObjectStatus, { kind: K }>['observed'];

/** A node that can be compared did not report an object that it has, by the database. */
interface NotCompared {
  notComparedOn: string;
}

/** The current status of an object, if its node can be compared; what `compare` makes of it. */
type Reports = <K extends ObjectStatus['kind']>(
  kind: K,
  id: string,
  of: { nodeId: string; generation: number },
  compare: (observed: Observed<K>) => CheckFinding[],
) => (CheckFinding | NotCompared)[];

function reportsOf({ nodes, statuses, onlineServerIds }: CheckFacts): Reports {
  const compared = nodes.filter((node) => isCurrent(node, onlineServerIds) && !isInDoubt(node));
  const boots = new Map(compared.map(({ _id, status }) => [_id, status.bootId]));
  const current = new Map(
    statuses
      .filter(({ nodeId, bootId }) => boots.get(nodeId) === bootId)
      .map(({ nodeId, kind, objectId, status }) => [`${nodeId}/${kind}/${objectId}`, status]),
  );
  return <K extends ObjectStatus['kind']>(
    kind: K,
    id: string,
    { nodeId, generation }: { nodeId: string; generation: number },
    compare: (observed: Observed<K>) => CheckFinding[],
  ) => {
    if (!boots.has(nodeId)) return [];
    const status = current.get(`${nodeId}/${kind}/${id}`);
    if (!status || isUnread(status) || status.generation < generation) return [{ notComparedOn: nodeId }];
    return compare(status.observed as Observed<K>);
  };
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

function ofLeg(volume: VolumeDocument, leg: LegDocument, reports: Reports) {
  const isSettled = leg.spec.desired === 'present' && leg.status.state !== 'creating' && !volume.growth;
  if (!isSettled) return [];
  const itself = {
    ...{ leg: legRef(leg), volume: volumeRef(volume._id, volume.name) },
    ...{ drive: driveRef(leg.driveId, leg.driveSerial), node: nodeRef(leg.nodeId, leg.nodeName) },
  };
  return reports('leg', leg.id, { nodeId: leg.nodeId, generation: leg.spec.orderGeneration }, ({ present, sizeBytes }) => {
    if (!present) return [found('check-leg-absent', itself)];
    const booked = exportedSizeBytes(volume, leg);
    return sizeBytes === booked ? [] : [found('check-leg-size-differs', { ...itself, bookedBytes: booked, foundBytes: sizeBytes })];
  });
}

function ofDrives({ drives, volumes }: CheckFacts, reports: Reports) {
  const booked = bookedBytes(volumes, drives);
  return drives.flatMap((drive) => {
    // Absent drives and lost groups are orphans of the database and conditions of the drive.
    if (!drive.status.inService || !drive.status.present) return [];
    const itself = { drive: driveRef(drive._id, drive.serial), node: nodeRef(drive.nodeId, drive.nodeName) };
    const { nodeId, spec } = drive;
    return reports('drive', drive._id, { nodeId, generation: spec.orderGeneration }, ({ volumeGroup, sizeBytes, freeBytes }) => {
      if (!volumeGroup) return [found('check-drive-without-group', itself)];
      const [usedBytes, of] = [sizeBytes - freeBytes, booked.get(drive._id) ?? 0];
      return usedBytes > of ? [found('check-drive-uses-more', { ...itself, usedBytes, bookedBytes: of })] : [];
    });
  });
}

function ofAttachment(attachment: AttachmentDocument, nodes: ReadonlyMap<string, CheckedNode>, reports: Reports) {
  const { spec, status, exports, nodeId } = attachment;
  if (spec.desired !== 'attached' || status.state !== 'attached' || spec.revoked) return [];
  const volume = volumeRef(attachment.volumeId, attachment.volumeName);
  const hostId = nodes.get(nodeId)?.hostId;
  return [
    ...reports('attachment', attachment._id, { nodeId, generation: spec.orderGeneration }, ({ present }) =>
      present ? [] : [found('check-device-absent', { node: nodeRef(nodeId, attachment.nodeName), volume })],
    ),
    ...exports
      .filter((each) => each.spec.desired === 'exported' && hostId !== undefined)
      .flatMap((each) =>
        reports(
          'export',
          attachment._id,
          { nodeId: each.nodeId, generation: each.spec.orderGeneration },
          ({ present, allowedHosts: allowed }) => {
            const node = nodeRef(each.nodeId, each.nodeName);
            if (!present) return [found('check-export-absent', { node, volume })];
            const ordered = hostNqn(hostId ?? '');
            return allowed.every((host) => host === ordered) ? [] : [found('check-hosts-differ', { node, volume, ordered, allowed })];
          },
        ),
      ),
  ];
}

/** One finding for each node, because a node that cannot read its hosts has thousands of such objects. */
function notCompared(nodes: readonly CheckedNode[], objects: readonly NotCompared[]): CheckFinding[] {
  const counts = new Map<string, number>();
  for (const { notComparedOn } of objects) counts.set(notComparedOn, (counts.get(notComparedOn) ?? 0) + 1);
  return nodes.flatMap(({ _id, name }) => {
    const count = counts.get(_id);
    return count === undefined ? [] : [unknown('check-objects-not-compared', { node: nodeRef(_id, name), objects: count })];
  });
}

/** Differences between the database and its hosts. Pure. */
export function hostFindings(facts: CheckFacts): CheckFinding[] {
  const reports = reportsOf(facts);
  const nodes = new Map(facts.nodes.map((node) => [node._id, node]));
  const results = [
    ...ofDrives(facts, reports),
    ...facts.volumes.flatMap((volume) => allLegs(volume).flatMap((leg) => ofLeg(volume, leg, reports))),
    ...facts.attachments.flatMap((attachment) => ofAttachment(attachment, nodes, reports)),
  ];
  const isFinding = (result: CheckFinding | NotCompared): result is CheckFinding => 'finding' in result;
  const uncompared = results.filter((result): result is NotCompared => !isFinding(result));
  return [...ofNodes(facts), ...results.filter(isFinding), ...notCompared(facts.nodes, uncompared)];
}
