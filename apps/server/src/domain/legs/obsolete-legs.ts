import type { ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { clientWord, legGone } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of legs of older epochs (S4):
 *
 * - Its target may still export it to the client of then: it stays until the target confirms that it does not.
 * - It was left out of a forced move: once that is confirmed it is removed by itself, and its place is free for a fresh leg.
 * - Its loss was accepted: it is kept until an administrator confirms to discard it.
 * - It is reported gone: its bytes are free.
 */

/** @returns the list as it is next; null: nothing changed. */
export function advanceObsoleteLegs(world: VolumeWorld): ObsoleteLegDocument[] | null {
  const before = world.volume.obsoleteLegs ?? [];
  const kept = world.volume.state === 'deleting' ? before : before.filter((leg) => !legGone(world, leg));
  const next = kept.map((leg) => confirmed(world, leg));
  const changed = next.length < before.length || next.some((leg, at) => leg !== before[at]);
  return changed ? next : null;
}

function confirmed(world: VolumeWorld, leg: ObsoleteLegDocument): ObsoleteLegDocument {
  if (leg.fencedFrom === null || !isFenced(world, leg, leg.fencedFrom)) return leg;
  if (leg.why === 'loss-accepted') return { ...leg, fencedFrom: null };
  return { ...leg, fencedFrom: null, desired: 'absent', state: 'deleting' };
}

/** The target no longer exports the leg to that attachment's client, in its own word since the order (S12). */
function isFenced(world: VolumeWorld, leg: ObsoleteLegDocument, attachmentId: string): boolean {
  const attachment = world.attachments.find((each) => each._id === attachmentId);
  const exported = attachment?.exports.find((each) => each.nodeId === leg.nodeId);
  // Its order is yet to come.
  if (exported?.desired === 'exported' && exported.namespaces.some(({ legId }) => legId === leg.id)) return false;
  if (!attachment || !exported || exported.gone) return true; // an attachment is forgotten only after every target has confirmed
  const word = world.word(leg.nodeId, 'export', attachment._id, exported.orderGeneration);
  return word?.state === 'done' && !word.observed.namespaces.some(({ legId, enabled }) => legId === leg.id && enabled);
}

/** Once the array runs under its new UUID, no leg that carries the one before is of this epoch any more. */
export function startedEpoch(world: VolumeWorld): NonNullable<VolumeDocument['array']> | null {
  const { array } = world.volume;
  if (!array?.previousUuid) return array;
  const runs = world.attachments.some((attachment) => {
    const observed = attachment.epoch === world.volume.epoch && !attachment.fenced ? clientWord(world, attachment)?.observed : undefined;
    return observed?.arrayCreated === true && observed.array?.uuid === array.uuid;
  });
  return runs ? { ...array, previousUuid: null } : array;
}
