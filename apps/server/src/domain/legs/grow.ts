import type { AttachmentDocument } from '../documents/attachment.document.js';
import { roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { clientReport, legGrown } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of a growth (S2):
 *
 * - Until every leg is reported wiped in its new size, clients get the old size.
 * - Then the volume has its new size, and the server orders its clients to take it up.
 * - When every client has done so, or there is none, the growth is finished.
 * - A leg is lost meanwhile, and another one replaces it: the growth waits for the new leg in the new size, and no longer for the lost one.
 * - Clients do not see a leg that the growth appends to a concatenation until then: their present device must not wait for it.
 */
export function advanceGrowth(
  world: VolumeWorld,
  volume: VolumeDocument,
  attachments: AttachmentDocument[],
): { volume: VolumeDocument; attachments: AttachmentDocument[] } {
  const { growth } = volume;
  if (!growth) return { volume, attachments };
  if (growth.status.legsGrown) {
    const behind = attachments.some((each) => each.spec.desired === 'attached' && !tookUp(world, each));
    return { volume: behind ? volume : { ...volume, growth: null }, attachments };
  }
  if (!volume.legs.every((leg) => roleOf(leg) === 'leaving' || legGrown(world, leg))) return { volume, attachments };
  const dataBytes = new Map(growth.spec.legs.map(({ legId, toDataBytes }) => [legId, toDataBytes]));
  return {
    volume: {
      ...volume,
      legs: volume.legs.map((leg) => ({ ...leg, spec: { ...leg.spec, dataBytes: dataBytes.get(leg.id) ?? leg.spec.dataBytes } })),
      growth: { ...growth, status: { ...growth.status, legsGrown: true } },
      spec: { ...volume.spec, sizeBytes: growth.spec.toSizeBytes },
      status: { ...volume.status, observedGeneration: volume.generation },
    },
    attachments: attachments.map((each) => (each.spec.desired === 'attached' ? { ...each, generation: each.generation + 1 } : each)),
  };
}

/** Whether the client has the device in the size of its newest order. */
export const tookUp = (world: VolumeWorld, attachment: AttachmentDocument): boolean => {
  const report = clientReport(world, attachment);
  return report?.state === 'done' && report.observed.available;
};
