import { DomainError } from '@weft/shared/errors/errors';
import type { VolumeCreate } from '@weft/shared/kinds/volume';

/**
 * Checks the combination of a request's fields, which the schema of one field cannot check.
 * @throws DomainError `invalid-field`, naming the field.
 */
export function checkShape({ protection, stripeWidth }: Pick<VolumeCreate, 'protection' | 'stripeWidth'>): void {
  if (stripeWidth === null) return;
  if (protection === 'raid1' || protection === 'concatenated')
    throw new DomainError('invalid-field', `A ${protection} volume has no stripes: leave stripeWidth out.`, { field: 'stripeWidth' });
  if (stripeWidth < 2)
    throw new DomainError(
      'invalid-field',
      `${protection} needs a stripeWidth of at least 2 ${protection === 'raid10' ? 'mirror sets; for one set choose raid1' : 'legs; for one leg choose concatenated'}.`,
      { field: 'stripeWidth' },
    );
}
