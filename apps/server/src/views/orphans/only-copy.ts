import { isMirrored } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { volumeOf } from '../../domain/documents/references.js';
import type { LegDocument } from '../../domain/documents/volume.document.js';
import type { OrphanVolume } from './orphan-world.js';

/** Whether bytes may be nowhere else, and why. Unknown counts as yes. */
export interface Copy {
  mayHoldOnlyCopy: boolean;
  copy: Message;
}

export const NO_DATA: Copy = { mayHoldOnlyCopy: false, copy: messageOf('copy-no-data', {}) };
export const MAYBE_ONLY: Copy = { mayHoldOnlyCopy: true, copy: messageOf('copy-maybe-only', {}) };
const elsewhere = (volume: OrphanVolume): Copy => ({
  mayHoldOnlyCopy: false,
  copy: messageOf('copy-elsewhere', { volume: volumeOf(volume) }),
});

const isSound = ({ spec: { desired }, status: { state, inSync, health } }: LegDocument): boolean =>
  desired === 'present' && state === 'ready' && inSync && health === 'healthy';

/** The bytes of one leg of the database: its mirror partner has them while it is sound. */
export function copyOfLeg(volume: OrphanVolume, leg: Pick<LegDocument, 'id' | 'index'>): Copy {
  const isCurrent = volume.legs.some(({ id }) => id === leg.id);
  const partner = volume.legs.find((other) => other.index === (leg.index ^ 1) && isSound(other));
  return isCurrent && isMirrored(volume.spec.protection) && partner ? elsewhere(volume) : MAYBE_ONLY;
}

/**
 * The bytes of an LV that is no leg of the database and whose tag states this volume. They are elsewhere only while every leg of the volume is sound, and
 * no loss was ever accepted: otherwise the LV may have writes that the volume lost.
 */
export function copyOfStray(volume: OrphanVolume | undefined): Copy {
  const isWhole =
    volume !== undefined &&
    volume.status.state === 'available' &&
    volume.spec.epoch === 1 &&
    (volume.obsoleteLegs ?? []).length === 0 &&
    !volume.growth &&
    volume.legs.length > 0 &&
    volume.legs.every(isSound);
  return isWhole ? elsewhere(volume) : MAYBE_ONLY;
}
