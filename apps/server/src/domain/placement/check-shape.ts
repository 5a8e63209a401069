import { isWriteBack } from '@weft/shared/cache/volume-cache';
import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored, type VolumeCreate } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import type { VolumeSpec } from '../documents/volume.document.js';

/**
 * Checks the combination of a request's fields, which the schema of one field cannot check.
 * @throws DomainError `invalid-field`, naming the field.
 */
export function checkShape({
  protection,
  copies,
  stripeWidth,
  cache,
  provisioning,
  integrity,
}: Pick<VolumeCreate, 'protection' | 'copies' | 'stripeWidth' | 'cache' | 'provisioning' | 'integrity'>): void {
  checkCopies(protection, copies);
  checkIntegrity({ protection, provisioning, integrity });
  checkCache({ protection, provisioning, integrity }, cache);
  if (stripeWidth === null) return;
  if (protection === 'raid1' || protection === 'concatenated')
    throw new DomainError('stripes-not-used', { protection }, { field: 'stripeWidth' });
  if (stripeWidth < 2) throw new DomainError('stripe-width-too-small', { protection }, { field: 'stripeWidth' });
}

function checkCopies(protection: VolumeCreate['protection'], copies: number | null): void {
  if (copies === null) return;
  const mirrored = isMirrored(protection);
  if (!mirrored && copies > 1) throw new DomainError('copies-not-used', { protection }, { field: 'copies' });
  if (mirrored && copies < DEFAULT_COPIES) throw new DomainError('mirror-needs-copies', { protection }, { field: 'copies' });
}

/**
 * @param cache the policy that a request asks for.
 * @throws DomainError `invalid-field`.
 */
export function checkCache(
  {
    protection,
    provisioning,
    integrity = 'none',
  }: Pick<VolumeCreate, 'protection'> & Partial<Pick<VolumeSpec, 'provisioning' | 'integrity'>>,
  cache: VolumeCreate['cache'],
): void {
  if (!cache) return;
  if (provisioning === 'thin') throw new DomainError('cache-on-thin', {}, { field: 'cache' });
  if (integrity !== 'none') throw new DomainError('cache-on-integrity', {}, { field: 'cache' });
  if ((cache.bytesPerLeg === null) === (cache.percentOfLeg === null)) throw new DomainError('cache-size-unclear', {}, { field: 'cache' });
  if (isWriteBack(cache) && !isMirrored(protection) && !cache.acceptsLoss)
    throw new DomainError('write-back-needs-mirror', { protection }, { field: 'cache.acceptsLoss' });
}

/** Only a mirror has another half to repair from; a cache and thin legs are layers that nothing was tried with. */
function checkIntegrity({ protection, provisioning, integrity }: Pick<VolumeCreate, 'protection' | 'provisioning' | 'integrity'>): void {
  if (integrity === 'none') return;
  if (!isMirrored(protection)) throw new DomainError('integrity-needs-mirror', { protection }, { field: 'integrity' });
  if (provisioning === 'thin') throw new DomainError('integrity-on-thin', {}, { field: 'integrity' });
}
