import type { ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { clientReport, legGone } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of legs of older epochs (S4):
 *
 * - Its target may still export it to the client of that epoch: the leg stays until the target confirms that it does not.
 * - It was left out of a forced move: after that confirmation the server orders its removal, and its space is free for a new leg.
 * - Its loss was accepted: it stays until an administrator discards it.
 * - Its node reports it gone: its bytes are free.
 */

/** @returns the next list; null: no change. */
export function advanceObsoleteLegs(world: VolumeWorld): ObsoleteLegDocument[] | null {
  const before = world.volume.obsoleteLegs ?? [];
  const kept = world.volume.status.state === 'deleting' ? before : before.filter((leg) => !legGone(world, leg));
  const next = kept.map((leg) => confirmed(world, leg));
  const changed = next.length < before.length || next.some((leg, at) => leg !== before[at]);
  return changed ? next : null;
}

function confirmed(world: VolumeWorld, leg: ObsoleteLegDocument): ObsoleteLegDocument {
  if (leg.status.fencedFrom === null || !isFenced(world, leg, leg.status.fencedFrom)) return leg;
  if (leg.spec.why === 'loss-accepted') return { ...leg, status: { ...leg.status, fencedFrom: null } };
  return { ...leg, spec: { ...leg.spec, desired: 'absent' }, status: { ...leg.status, fencedFrom: null, state: 'deleting' } };
}

/** Whether the target has reported, after the order, that it no longer exports the leg to that attachment's client (S12). */
function isFenced(world: VolumeWorld, leg: ObsoleteLegDocument, attachmentId: string): boolean {
  const attachment = world.attachments.find((each) => each._id === attachmentId);
  const exported = attachment?.exports.find((each) => each.nodeId === leg.nodeId);
  // The order is not given yet.
  if (exported?.spec.desired === 'exported' && exported.spec.namespaces.some(({ legId }) => legId === leg.id)) return false;
  if (!attachment || !exported || exported.status.gone) return true; // an attachment is removed only after every target has confirmed
  const report = world.report(leg.nodeId, 'export', attachment._id, exported.spec.orderGeneration);
  return report?.state === 'done' && !report.observed.namespaces.some(({ legId, enabled }) => legId === leg.id && enabled);
}

/** Once the array runs under its new UUID, a leg that carries the previous UUID is no longer of this epoch. */
export function startedEpoch(world: VolumeWorld): NonNullable<VolumeDocument['array']> | null {
  const { array } = world.volume;
  if (!array?.status.previousUuid) return array;
  const runs = world.attachments.some((attachment) => {
    const observed =
      attachment.spec.epoch === world.volume.spec.epoch && !attachment.status.fenced
        ? clientReport(world, attachment)?.observed
        : undefined;
    return observed?.arrayCreated === true && observed.array?.uuid === array.spec.uuid;
  });
  return runs ? { ...array, status: { ...array.status, previousUuid: null } } : array;
}
