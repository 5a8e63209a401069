import type { Overview } from '../../api/types.js';

/** A user with more than one volume needs no first steps, even if none of the volumes is mounted. */
export const mayBeFirstRun = ({ counts }: Pick<Overview, 'counts'>): boolean => counts.volumes.total <= 1;

/** No node has enrolled, so there is nothing else to show. */
export const isEmpty = ({ counts: { nodes } }: Pick<Overview, 'counts'>): boolean => nodes.online + nodes.lost + nodes.never === 0;
