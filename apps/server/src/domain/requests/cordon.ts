import { type Place, rescheduled } from '../repair/place.js';

/** Keeps new legs off a drive or node. An eviction stops: running moves finish, no further move starts. @throws DomainError `wrong-state`. */
export const cordoned = (place: Place, now: Date): Place => rescheduled(place, 'cordon', now);

/** Allows new legs on a drive or node again. @throws DomainError `wrong-state`. */
export const uncordoned = (place: Place, now: Date): Place => rescheduled(place, 'uncordon', now);
