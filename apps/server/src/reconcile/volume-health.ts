import type { LegDocument, VolumeDocument } from '../volumes/volume.document.js';
import type { VolumeWorld } from './volume-world.js';

/** Health as the clients see it: the worst of their words. A client that is silent makes it unknown. */
export function volumeHealth(world: VolumeWorld, legs: readonly LegDocument[]): VolumeDocument['health'] {
  const attached = world.attachments.filter((attachment) => attachment.desired === 'attached');
  if (attached.length === 0) return 'detached';
  const words = attached.map((attachment) =>
    world.isSilent(attachment.nodeId) ? undefined : world.lastWord(attachment.nodeId, 'attachment', attachment._id),
  );
  if (words.some((word) => word === undefined)) return 'unknown';
  const arrays = words.flatMap((word) => (word?.observed.array ? [word.observed.array] : []));
  if (arrays.some((array) => array.state === 'broken')) return 'broken';
  const live = (legId: string) =>
    words.some((word) => word?.observed.paths.some((path) => path.legId === legId && path.controllerState === 'live'));
  if (words.some((word) => word?.observed.available) && legs.some((leg) => leg.inSync && !live(leg.id))) return 'stalled';
  if (words.some((word) => !word?.observed.available)) return 'unavailable';
  if (arrays.some((array) => ['recover', 'resync', 'reshape'].includes(array.syncAction))) return 'rebuilding';
  if (arrays.some((array) => array.degraded > 0) || legs.some((leg) => !leg.inSync)) return 'degraded';
  return 'healthy';
}
