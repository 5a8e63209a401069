import type { VolumeChecksums } from '@weft/shared/integrity/volume-checksums';
import { hasChecksums, type VolumeDocument } from '../domain/documents/volume.document.js';
import { errorsOf, newErrorsOf } from '../domain/integrity/leg-checksums.js';

/** Null: its legs do not lie on dm-integrity. */
export function toChecksums(volume: VolumeDocument): VolumeChecksums | null {
  if (!hasChecksums(volume)) return null;
  const legs = volume.legs.map((leg) => ({
    ...{
      legId: leg.id,
      index: leg.index,
      node: { id: leg.nodeId, name: leg.nodeName },
      drive: { id: leg.driveId, serial: leg.driveSerial },
    },
    ...{ errors: errorsOf(volume, leg.id), newErrors: newErrorsOf(volume, leg.id) },
  }));
  const acknowledged = volume.spec.checksumsAcknowledged;
  return {
    newErrors: legs.reduce((sum, { newErrors }) => sum + newErrors, 0),
    legs,
    acknowledged: acknowledged ? { by: acknowledged.by, at: acknowledged.at.toISOString() } : null,
  };
}
