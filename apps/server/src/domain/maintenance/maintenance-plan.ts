import { DomainError } from '@weft/shared/errors/domain-error';
import type { MaintenanceBlocker, MaintenancePlan } from '@weft/shared/kinds/maintenance';
import type { Message } from '@weft/shared/text/message';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import { type Affected, effectsOf, type Loss, toDependent } from '../dependents/effects.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { nodeOf, volumeOfAttachment } from '../documents/references.js';
import { type LegDocument, setsOf, type VolumeDocument } from '../documents/volume.document.js';

/*
 * Effects if a node goes offline now. Scenarios:
 *
 * - Each of its mirror sets has another leg that is in sync and reachable: the volume continues, degraded.
 * - A set has none, or the volume has no mirror: the volume stalls. That needs force.
 * - The other mirror leg is in maintenance too, offline or lost: it does not count, as if it were gone already.
 * - Another mirror set of the volume is unreachable already: that does not block, because this node does not change it.
 * - The node has the device of a volume open: that use ends, which needs force. Attachments that no process uses end without force.
 */
export interface Around {
  node: { id: string; name: string };
  /** Volumes with legs on the node. */
  volumes: readonly VolumeDocument[];
  /** Attachments of these volumes, and attachments whose client is the node. */
  attachments: readonly AttachmentDocument[];
  /** Ids of attachments whose device is open, by their clients' last reports. */
  openIds: ReadonlySet<string>;
  /** Other nodes that count as gone, and why; by node id. */
  away: ReadonlyMap<string, Message>;
}

export function planOf(around: Around): Pick<MaintenancePlan, 'blockers' | 'degraded'> {
  const affected = around.volumes.flatMap((volume) => effectsOf(lossOf(around, volume), [volume], around.attachments));
  return {
    blockers: [...inUse(around), ...affected.flatMap((each) => standstill(around, each))],
    degraded: affected.filter(({ effect }) => effect === 'degraded').map(toDegraded),
  };
}

/** Why a leg on another node does not count as the other mirror leg; undefined: it counts. */
function whyAway({ away }: Around, leg: LegDocument): Message | undefined {
  const {
    status: { health },
  } = leg;
  const lost = health === 'missing' || health === 'stalled' ? health : undefined;
  return away.get(leg.nodeId) ?? (lost && messageOf('leg-not-healthy', { leg: legRef(leg), node: nodeOf(leg), health: lost }));
}

function lossOf(around: Around, { spec, legs }: VolumeDocument): Loss {
  const setOf = setsOf(spec);
  const isHere = (leg: LegDocument) => leg.nodeId === around.node.id;
  const sets = new Set(legs.filter(isHere).map(setOf));
  return {
    permanent: false,
    leg: (leg) => isHere(leg) || (sets.has(setOf(leg)) && whyAway(around, leg) !== undefined),
    path: () => false,
  };
}

function standstill(around: Around, affected: Affected): MaintenanceBlocker[] {
  const { effect } = affected;
  if (effect !== 'stalled' && effect !== 'lost') return [];
  const others = affected.legs.filter(({ nodeId }) => nodeId !== around.node.id).flatMap((leg) => whyAway(around, leg) ?? []);
  const causes = [...new Set(others)];
  const { volume, code, params, message, legIds } = toDependent(affected, causes.length > 0 ? causes : undefined);
  return [{ volume, effect, code, params, message, legIds }];
}

const inUse = ({ node, attachments, openIds }: Around): MaintenanceBlocker[] =>
  attachments
    .filter((each) => each.nodeId === node.id && each.spec.desired === 'attached' && openIds.has(each._id))
    .map((each) => ({
      volume: { id: each.volumeId, name: each.volumeName },
      effect: 'in-use',
      ...withText(messageOf('volume-in-use', { volume: volumeOfAttachment(each), node: nodeRef(node.id, node.name) })),
      legIds: [],
    }));

function toDegraded(affected: Affected): MaintenancePlan['degraded'][number] {
  const { volume, code, params, message, legIds } = toDependent(affected);
  return { volume, code, params, message, legIds };
}

export const messagesOf = (effects: readonly Message[]): Message[] => effects.map(({ code, params }) => ({ code, params }));

/** The refusal, with the ways to make the maintenance possible. */
export function refusalOf({ _id, name }: { _id: string; name: string }, blockers: MaintenanceBlocker[]): DomainError {
  const stalling = blockers.filter(({ effect }) => effect !== 'in-use');
  return new DomainError(
    'node-needed',
    {
      node: nodeRef(_id, name),
      effects: messagesOf(blockers),
      stalls: stalling.length > 0,
      inUse: blockers.length > stalling.length,
    },
    { blockers },
  );
}
