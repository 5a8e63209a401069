import { isMirrored } from '@weft/shared/kinds/volume';
import { type LegDocument, mirrorSlots, setsOf } from '../documents/volume.document.js';
import { clientReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** Sets `inSync` from the exclusive client's running array; without its report, nothing changes. */
export function legsInSync(world: VolumeWorld, legs: LegDocument[]): LegDocument[] {
  const writer = world.attachments.find(
    (attachment) => attachment.spec.mode === 'exclusive' && attachment.spec.epoch === world.volume.spec.epoch && !attachment.status.fenced,
  );
  const array = writer && clientReport(world, writer)?.observed.array;
  if (!array || !isMirrored(world.volume.spec.protection) || array.uuid !== world.volume.array?.spec.uuid || array.members.length === 0)
    return legs;
  const inSync = new Set(
    array.members.filter((member) => member.flags.includes('in_sync') && !member.flags.includes('faulty')).map((member) => member.legId),
  );
  // A namespace that disappears for a moment hides its md member: a list counts only if md's own count confirms it.
  if (inSync.size !== mirrorSlots(world.volume.spec, legs) - array.degraded) return legs;
  // A mirror set that lost all its legs at once still holds its data: legs that were in sync before stay in sync.
  const setOf = setsOf(world.volume.spec);
  const alive = new Set(legs.filter((leg) => inSync.has(leg.id)).map(setOf));
  return legs.map((leg) => (alive.has(setOf(leg)) ? { ...leg, status: { ...leg.status, inSync: inSync.has(leg.id) } } : leg));
}
