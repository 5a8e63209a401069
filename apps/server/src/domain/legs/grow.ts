import type { AttachmentDocument } from '../documents/attachment.document.js';
import { roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { clientReport, legGrown } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of a growth (S2):
 *
 * - Until every leg is reported wiped in its new size, clients get the old size.
 * - Then the volume has its new size, and the server orders its clients to take it up.
 * - When every client has done so, or there is none, the growth is finished. Without one, the array of a mirror keeps its size until a client that may write
 *   attaches it, and the server remembers that: until then nobody can read the volume without writing to its superblocks.
 * - A leg is lost meanwhile, and another one replaces it: the growth waits for the new leg in the new size, and no longer for the lost one.
 * - Clients do not see a leg that the growth appends to a concatenation until then: their present device must not wait for it.
 */
export function advanceGrowth(
  world: VolumeWorld,
  volume: VolumeDocument,
  attachments: AttachmentDocument[],
): { volume: VolumeDocument; attachments: AttachmentDocument[] } {
  const { growth } = volume;
  if (!growth) return { volume: withArrayGrown(world, volume, attachments), attachments };
  if (growth.status.legsGrown) {
    const running = attachments.filter((each) => each.spec.desired === 'attached');
    if (running.some((each) => !tookUp(world, each))) return { volume, attachments };
    return { volume: { ...(running.length > 0 ? volume : withShortArray(volume)), growth: null }, attachments };
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

const withShortArray = (volume: VolumeDocument): VolumeDocument =>
  volume.array?.status.created
    ? { ...volume, array: { ...volume.array, status: { ...volume.array.status, isShort: true as const } } }
    : volume;

function withArrayGrown(world: VolumeWorld, volume: VolumeDocument, attachments: readonly AttachmentDocument[]): VolumeDocument {
  const { array } = volume;
  if (!array?.status.isShort || !attachments.some((each) => each.spec.mode !== 'readonly' && tookUp(world, each))) return volume;
  const { isShort, ...status } = array.status;
  return { ...volume, array: { ...array, status } };
}

/** Whether the client has the device in the size of its newest order. */
export const tookUp = (world: VolumeWorld, attachment: AttachmentDocument): boolean => {
  const report = clientReport(world, attachment);
  return report?.state === 'done' && report.observed.available;
};
