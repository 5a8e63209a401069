import { isMirrored } from '@weft/shared/kinds/volume';
import type { Leg, Volume } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export const isSound = ({ state, inSync }: Leg): boolean => state === 'ready' && inSync;

/** What keeps its node from making it, though it tries again: a node that just works on it gives no reason. */
export const legTrouble = ({ conditions }: Leg): string | undefined =>
  conditions.find(({ status, reason }) => status === 'false' && reason !== 'not-reported')?.message;

/** A leg by its worst: its node's report and its place in the array (S8). */
export function legStatus(leg: Leg, { protection }: Pick<Volume, 'protection'>): StatusFacts {
  const { state, conditions } = leg;
  // Without a mirror there is nothing to be in sync with.
  if (isSound(leg)) return { tone: 'good', what: isMirrored(protection) ? 'ready, in sync' : 'ready' };
  const wrong = conditions.find(({ status }) => status !== 'true');
  const since = wrong?.since ?? null;
  if (state === 'creating' || state === 'deleting')
    return { tone: legTrouble(leg) ? 'warn' : 'busy', what: state, since, why: wrong?.message };
  if (state === 'unknown') return { tone: 'warn', what: 'unknown', since, why: wrong?.message ?? 'its node has not confirmed it' };
  return { tone: 'warn', what: 'out of sync', since, why: wrong?.message ?? 'the array has written without it' };
}
