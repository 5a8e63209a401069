import type { AttachmentDocument } from '../documents/attachment.document.js';
import { roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { clientWord, legGrown } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of a growth (S2):
 *
 * - Until every leg is reported wiped in its new size, clients are told the old one.
 * - Then the volume has its new size, and its clients are ordered to take it up.
 * - When each of them has, or there is none, the growth is over.
 * - A leg is lost meanwhile, and another one takes its place: that one has to be there in the new size, the lost one is waited for no more.
 * - A leg that a growth appends to a concatenation is none of the volume for its clients until then: what they have must not wait for it.
 */
export function advanceGrowth(
  world: VolumeWorld,
  volume: VolumeDocument,
  attachments: AttachmentDocument[],
): { volume: VolumeDocument; attachments: AttachmentDocument[] } {
  const { growth } = volume;
  if (!growth) return { volume, attachments };
  if (growth.legsGrown) {
    const behind = attachments.some((each) => each.desired === 'attached' && !tookUp(world, each));
    return { volume: behind ? volume : { ...volume, growth: null }, attachments };
  }
  if (!volume.legs.every((leg) => roleOf(leg) === 'leaving' || legGrown(world, leg))) return { volume, attachments };
  const dataBytes = new Map(growth.legs.map(({ legId, toDataBytes }) => [legId, toDataBytes]));
  return {
    volume: {
      ...volume,
      spec: { ...volume.spec, sizeBytes: growth.toSizeBytes },
      legs: volume.legs.map((leg) => ({ ...leg, dataBytes: dataBytes.get(leg.id) ?? leg.dataBytes })),
      growth: { ...growth, legsGrown: true },
      observedGeneration: volume.generation,
    },
    attachments: attachments.map((each) => (each.desired === 'attached' ? { ...each, generation: each.generation + 1 } : each)),
  };
}

/** The client has the device in the size that its newest order says. */
export const tookUp = (world: VolumeWorld, attachment: AttachmentDocument): boolean => {
  const word = clientWord(world, attachment);
  return word?.state === 'done' && word.observed.available;
};
