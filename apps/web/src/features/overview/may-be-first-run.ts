import type { Overview } from '../../api/types.js';

/** Whoever has more than one volume has found the way; whether those are mounted is their business. */
export const mayBeFirstRun = ({ counts }: Pick<Overview, 'counts'>): boolean => counts.volumes.total <= 1;

/** No node has enrolled: there is nothing else to show. */
export const isEmpty = ({ counts: { nodes } }: Pick<Overview, 'counts'>): boolean => nodes.online + nodes.lost + nodes.never === 0;
