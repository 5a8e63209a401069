import type { OnlyCopy } from '@weft/shared/kinds/views/orphan';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { volumeOf } from '../domain/documents/references.js';
import { type LegDocument, otherHalves } from '../domain/documents/volume.document.js';
import type { OrphanVolume } from './orphan-world.js';

/** Whether bytes may be nowhere else, and why. */
export interface Copy {
  mayHoldOnlyCopy: OnlyCopy;
  copy: Message;
}

export const NO_DATA: Copy = { mayHoldOnlyCopy: 'no', copy: messageOf('copy-no-data', {}) };
export const UNKNOWN_VOLUME: Copy = { mayHoldOnlyCopy: 'unknown', copy: messageOf('copy-volume-unknown', {}) };
const elsewhere = (volume: OrphanVolume): Copy => ({
  mayHoldOnlyCopy: 'no',
  copy: messageOf('copy-elsewhere', { volume: volumeOf(volume) }),
});
const only = (volume: OrphanVolume): Copy => ({ mayHoldOnlyCopy: 'yes', copy: messageOf('copy-only', { volume: volumeOf(volume) }) });
const unconfirmed = (volume: OrphanVolume): Copy => ({
  mayHoldOnlyCopy: 'unknown',
  copy: messageOf('copy-health-unknown', { volume: volumeOf(volume) }),
});

/** Whether a leg has every write, apart from its health now. */
const isCurrent = ({ spec: { desired }, status: { state, inSync } }: LegDocument): boolean =>
  desired === 'present' && state === 'ready' && inSync;
const isSound = (leg: LegDocument): boolean => isCurrent(leg) && leg.status.health === 'healthy';
/** A leg whose node does not report may be sound. */
const mayBeSound = (leg: LegDocument): boolean => isCurrent(leg) && (leg.status.health === 'healthy' || leg.status.health === 'unknown');

/** The bytes of one leg of the database: another half of its mirror set has them while it is sound. An obsolete leg may have writes that the volume lost. */
export function copyOfLeg(volume: OrphanVolume, leg: Pick<LegDocument, 'id' | 'index'>): Copy {
  if (!volume.legs.some(({ id }) => id === leg.id) || !isMirrored(volume.spec.protection)) return only(volume);
  const partners = otherHalves(volume, leg.index);
  if (partners.some(isSound)) return elsewhere(volume);
  return partners.some(mayBeSound) ? unconfirmed(volume) : only(volume);
}

/**
 * The bytes of an LV that is no leg of the database and whose tag states this volume. They are elsewhere only while every leg of the volume is sound, and
 * no loss was ever accepted: otherwise the LV may have writes that the volume lost.
 */
export function copyOfStray(volume: OrphanVolume | undefined): Copy {
  if (!volume) return UNKNOWN_VOLUME;
  const isWhole =
    volume.status.state === 'available' &&
    volume.spec.epoch === 1 &&
    (volume.obsoleteLegs ?? []).length === 0 &&
    !volume.growth &&
    volume.legs.length > 0;
  if (!isWhole || !volume.legs.every(mayBeSound)) return only(volume);
  return volume.legs.every(isSound) ? elsewhere(volume) : unconfirmed(volume);
}

const WORST_FIRST: readonly OnlyCopy[] = ['yes', 'unknown', 'no'];

/** What holds for an object with all of these bytes. Without any: no data. */
export const worstCopy = (copies: readonly Copy[]): Copy =>
  WORST_FIRST.flatMap((each) => copies.find(({ mayHoldOnlyCopy }) => mayHoldOnlyCopy === each) ?? [])[0] ?? NO_DATA;
