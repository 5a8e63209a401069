import type { Freshness, LegObservations, LegView } from '@weft/shared/kinds/leg';
import { type AttachmentStatus, isUnread } from '@weft/shared/messages/report';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type LegDocument, roleOf } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { worstFinding } from './leg-health.js';

/** All reports about one leg, side by side, and its health. Pure. */
export function legObservations(world: VolumeWorld, leg: LegDocument): LegObservations {
  const said = legReports(world, leg);
  return { ...said, ...worstFinding(world, leg, said), since: leg.status.conditions.find(({ type }) => type === 'Healthy')?.since ?? null };
}

export type LegReports = Pick<LegObservations, 'assigned' | 'target' | 'attachments'>;

/** The leg's assignment and the reports of its target and clients, without its health. */
export function legReports(world: VolumeWorld, leg: LegDocument): LegReports {
  const report = world.lastReport(leg.nodeId, 'leg', leg.id);
  const observed = report && !isUnread(report) ? report.observed : null;
  return {
    assigned: { desired: leg.spec.desired, role: roleOf(leg), inSync: leg.status.inSync },
    target: {
      freshness: freshnessOf(world, leg.nodeId, 'leg', leg.id),
      present: observed?.present ?? null,
      wiped: observed?.wiped ?? null,
      open: observed?.open ?? null,
      backed: observed?.backed ?? null,
      reason: report?.reason ?? null,
    },
    attachments: holding(world).map((attachment) => view(world, leg, attachment)),
  };
}

/** Attachments through which clients use the volume now. */
export const holding = (world: VolumeWorld): AttachmentDocument[] =>
  world.attachments.filter((each) => each.spec.desired === 'attached' && !each.status.fenced && !each.spec.revoked);

const freshnessOf = (world: VolumeWorld, nodeId: string, kind: 'leg' | 'export' | 'attachment', objectId: string): Freshness => {
  if (!world.lastReport(nodeId, kind, objectId)) return 'none';
  return world.isSilent(nodeId) || !world.report(nodeId, kind, objectId, 0) ? 'old' : 'current';
};

function view(world: VolumeWorld, leg: LegDocument, attachment: AttachmentDocument): LegView {
  const client = world.lastReport(attachment.nodeId, 'attachment', attachment._id)?.observed;
  const said = client?.legs.find((each) => each.legId === leg.id);
  return {
    attachmentId: attachment._id,
    client: { id: attachment.nodeId, name: attachment.nodeName },
    export: exportOf(world, leg, attachment),
    clientFreshness: freshnessOf(world, attachment.nodeId, 'attachment', attachment._id),
    paths: (client?.paths ?? [])
      .filter((path) => path.legId === leg.id)
      .map(({ storageNetwork, address, controllerState, tls }) => ({
        ...{ storageNetwork, address, controllerState },
        ...(tls !== undefined && { tls }),
      })),
    member: client?.array ? memberOf(leg, client.array, world.volume.array?.spec.uuid) : null,
    anchor: said?.anchor ?? false,
    agent: said?.reason ?? null,
  };
}

function exportOf(world: VolumeWorld, leg: LegDocument, attachment: AttachmentDocument): LegView['export'] {
  const ordered = attachment.exports.find((each) => each.nodeId === leg.nodeId && each.spec.desired === 'exported');
  if (!ordered?.spec.namespaces.some(({ legId }) => legId === leg.id)) return null;
  const observed = world.lastReport(leg.nodeId, 'export', attachment._id)?.observed;
  return {
    freshness: freshnessOf(world, leg.nodeId, 'export', attachment._id),
    namespaceEnabled: observed?.namespaces.some((each) => each.legId === leg.id && each.enabled) ?? false,
    portals: ordered.spec.portals.map(({ address }) => ({
      address,
      linked: observed?.portals.some((portal) => portal.address === address && portal.linked) ?? false,
    })),
  };
}

type ArrayStatus = NonNullable<AttachmentStatus['observed']['array']>;

function memberOf(leg: LegDocument, array: ArrayStatus, uuid: string | undefined): LegView['member'] {
  const member = array.uuid === uuid ? array.members.find((each) => each.legId === leg.id) : undefined;
  if (!member) return null;
  const inSync = member.flags.includes('in_sync');
  const faulty = member.flags.includes('faulty');
  // md rebuilds every member that has a slot and is not in sync (md(4), "RECOVERY").
  const copied = !inSync && !faulty && member.slot !== null && isCopying(array);
  const { slot, flags, errors, badBlocks, events } = member;
  return {
    ...{ slot, flags, inSync: inSync && !faulty, faulty, errors, badBlocks, events },
    rebuilding: copied ? { progressRatio: array.syncProgressRatio, bytesPerSecond: array.syncSpeedBytesPerSecond } : null,
  };
}

export const isCopying = ({ syncAction }: Pick<ArrayStatus, 'syncAction'>): boolean =>
  ['recover', 'resync', 'reshape'].includes(syncAction);
