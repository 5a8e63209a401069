import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from './volume-world.js';

/* Facts about single objects, from agents' statuses that count (S12). */

export function legReady(world: VolumeWorld, leg: LegDocument): boolean {
  const word = legWord(world, leg);
  return word?.state === 'done' && word.observed.present && word.observed.wiped;
}

/** Wiped over its whole ordered size (S2). */
export const legGrown = (world: VolumeWorld, leg: LegDocument): boolean =>
  legReady(world, leg) && (legWord(world, leg)?.observed.sizeBytes ?? 0) >= leg.spec.sizeBytes;

export function legGone(world: VolumeWorld, leg: LegDocument): boolean {
  const word = legWord(world, leg);
  return leg.spec.desired === 'absent' && word?.state === 'done' && !word.observed.present;
}

export const legWord = (world: VolumeWorld, leg: LegDocument) => world.word(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration);

export const clientWord = (world: VolumeWorld, attachment: AttachmentDocument): AttachmentStatus | undefined =>
  world.word(attachment.nodeId, 'attachment', attachment._id, attachment.spec.orderGeneration);

/**
 * Whether the client has reported, after the order, that it no longer reaches any leg: it has no path and no array, and creates none. A device
 * that a process has open may remain.
 */
export function letGo(word: AttachmentStatus | undefined): boolean {
  if (!word || word.state === 'working') return false;
  const { array, paths } = word.observed;
  return (array === null || array.state === 'clear') && paths.every(({ controllerState }) => controllerState === null);
}

export const exportGone = (world: VolumeWorld, attachment: AttachmentDocument, exported: ExportDocument): boolean => {
  const word = world.word(exported.nodeId, 'export', attachment._id, exported.spec.orderGeneration);
  return exported.status.gone === true || (exported.spec.desired === 'absent' && word?.state === 'done' && !word.observed.present);
};

/** Number of md slots: two for each mirror set, whether or not each has a leg now. */
export const mirrorSlots = (legs: readonly Pick<LegDocument, 'index'>[]): number =>
  2 * (legs.reduce((last, { index }) => Math.max(last, index >> 1), -1) + 1);
