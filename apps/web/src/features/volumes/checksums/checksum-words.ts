import { formatBytes } from '@weft/shared/units';
import type { Leg, VolumeChecksums } from '../../../api/types.js';

const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`);

/** What the legs of the volume returned so far. */
export function errorsText({ newErrors, legs }: Pick<VolumeChecksums, 'newErrors' | 'legs'>): string {
  const errors = legs.reduce((sum, leg) => sum + leg.errors, 0);
  if (errors === 0) return 'None found.';
  const known = newErrors === 0 ? 'all acknowledged' : newErrors === errors ? 'not acknowledged' : `${times(newErrors)} not acknowledged`;
  return `Found and repaired ${times(errors)}, ${known}.`;
}

/** How much of the leg has checksums already. Empty: not reported. */
export function coveredText(leg: Pick<Leg, 'integrity'> | undefined): string {
  if (!leg?.integrity) return '';
  return leg.integrity.coveredBytes === null ? 'all' : formatBytes(leg.integrity.coveredBytes);
}

/** As the server refuses it. Null: it does not. */
export const acknowledgeRefusal = ({ newErrors }: Pick<VolumeChecksums, 'newErrors'>): string | null =>
  newErrors === 0 ? 'No errors that are not acknowledged yet.' : null;
