import { DomainError } from '@weft/shared/errors/domain-error';
import { driveRef } from '@weft/shared/text/references';
import type { StepView } from '../documents/job.document.js';
import { type EvictionStep, type EvictionWorld, evictionStep } from '../repair/eviction-step.js';
import { type Place, rescheduled, withScheduling } from '../repair/place.js';

/**
 * Moves all legs away from a drive, or drains a node. Repair moves them: an evicted leg is due at once (replacement-due.ts).
 * @throws DomainError `wrong-state`.
 */
export function evicted(place: Place, now: Date): Place {
  const after = rescheduled(place, 'evict', now);
  if (!place.isInService) throw new DomainError('drive-not-in-service', { drive: driveRef(place.id, place.name) });
  return after;
}

/**
 * Stops an eviction: running moves finish, no further move starts, and the place stays cordoned.
 * @param steps the steps of its job so far.
 */
export function evictionCancelled(world: EvictionWorld, steps: readonly StepView[]): EvictionStep {
  const { place, now } = world;
  return evictionStep({ ...world, place: place?.scheduling === 'evicting' ? withScheduling(place, 'cordoned', now) : place }, steps);
}
