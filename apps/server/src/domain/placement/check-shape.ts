import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeCreate } from '@weft/shared/kinds/volume';

/**
 * Checks the combination of a request's fields, which the schema of one field cannot check.
 * @throws DomainError `invalid-field`, naming the field.
 */
export function checkShape({ protection, stripeWidth }: Pick<VolumeCreate, 'protection' | 'stripeWidth'>): void {
  if (stripeWidth === null) return;
  if (protection === 'raid1' || protection === 'concatenated')
    throw new DomainError('stripes-not-used', { protection }, { field: 'stripeWidth' });
  if (stripeWidth < 2) throw new DomainError('stripe-width-too-small', { protection }, { field: 'stripeWidth' });
}
