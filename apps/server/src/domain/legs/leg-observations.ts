import type { Freshness, LegTruth, LegView } from '@weft/shared/kinds/leg';
import { type AttachmentStatus, isUnread } from '@weft/shared/messages/report';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type LegDocument, roleOf } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { judge } from './leg-health.js';

/** All reports about one leg, side by side, and the verdict. Pure. */
export function legTruth(world: VolumeWorld, leg: LegDocument): LegTruth {
  const said = legWitnesses(world, leg);
  return { ...said, ...judge(world, leg, said), since: leg.status.conditions.find(({ type }) => type === 'Healthy')?.since ?? null };
}

export type Witnesses = Pick<LegTruth, 'assigned' | 'target' | 'attachments'>;

/** The leg's assignment and the reports of its target and clients, without a verdict. */
export function legWitnesses(world: VolumeWorld, leg: LegDocument): Witnesses {
  const word = world.lastWord(leg.nodeId, 'leg', leg.id);
  const observed = word && !isUnread(word) ? word.observed : null;
  return {
    assigned: { desired: leg.spec.desired, role: roleOf(leg), inSync: leg.status.inSync },
    target: {
      word: freshness(world, leg.nodeId, 'leg', leg.id),
      present: observed?.present ?? null,
      wiped: observed?.wiped ?? null,
      open: observed?.open ?? null,
      backed: observed?.backed ?? null,
      reason: word?.reason ?? null,
    },
    attachments: holding(world).map((attachment) => view(world, leg, attachment)),
  };
}

/** Attachments through which clients use the volume now. */
export const holding = (world: VolumeWorld): AttachmentDocument[] =>
  world.attachments.filter((each) => each.spec.desired === 'attached' && !each.status.fenced && !each.spec.revoked);

const freshness = (world: VolumeWorld, nodeId: string, kind: 'leg' | 'export' | 'attachment', objectId: string): Freshness => {
  if (!world.lastWord(nodeId, kind, objectId)) return 'none';
  return world.isSilent(nodeId) || !world.word(nodeId, kind, objectId, 0) ? 'old' : 'current';
};

function view(world: VolumeWorld, leg: LegDocument, attachment: AttachmentDocument): LegView {
  const client = world.lastWord(attachment.nodeId, 'attachment', attachment._id)?.observed;
  const said = client?.legs.find((each) => each.legId === leg.id);
  return {
    attachmentId: attachment._id,
    client: { id: attachment.nodeId, name: attachment.nodeName },
    export: exportOf(world, leg, attachment),
    clientWord: freshness(world, attachment.nodeId, 'attachment', attachment._id),
    paths: (client?.paths ?? [])
      .filter((path) => path.legId === leg.id)
      .map(({ storageNetwork, address, controllerState }) => ({ storageNetwork, address, controllerState })),
    member: client?.array ? memberOf(leg, client.array, world.volume.array?.spec.uuid) : null,
    anchor: said?.anchor ?? false,
    agent: said?.reason ?? null,
  };
}

function exportOf(world: VolumeWorld, leg: LegDocument, attachment: AttachmentDocument): LegView['export'] {
  const ordered = attachment.exports.find((each) => each.nodeId === leg.nodeId && each.spec.desired === 'exported');
  if (!ordered?.spec.namespaces.some(({ legId }) => legId === leg.id)) return null;
  const observed = world.lastWord(leg.nodeId, 'export', attachment._id)?.observed;
  return {
    word: freshness(world, leg.nodeId, 'export', attachment._id),
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
