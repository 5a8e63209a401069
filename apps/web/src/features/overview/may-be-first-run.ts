import type { Overview } from '../../api/types.js';

/** Whoever has more than one volume has found the way; whether those are mounted is their business. */
export const mayBeFirstRun = ({ counts }: Pick<Overview, 'counts'>): boolean => counts.volumes.total <= 1;
