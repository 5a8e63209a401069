import { isMirrored } from '@weft/shared/kinds/volume';
import type { Leg, Volume } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export const isSound = ({ state, inSync }: Leg): boolean => state === 'ready' && inSync;

/** Why the node cannot create the leg and retries. A node that is still at work on it reports no reason. */
export const legTrouble = ({ conditions }: Leg): string | undefined =>
  conditions.find(({ status, reason }) => status === 'false' && reason !== 'not-reported')?.message;

/** Status of a leg by the worse of its node's report and its state in the array (S8). */
export function legStatus(leg: Leg, { protection }: Pick<Volume, 'protection'>): StatusFacts {
  const { state, conditions } = leg;
  // A leg without a mirror has nothing to be in sync with.
  if (isSound(leg)) return { tone: 'good', what: isMirrored(protection) ? 'ready, in sync' : 'ready' };
  const wrong = conditions.find(({ status }) => status !== 'true');
  const since = wrong?.since ?? null;
  if (state === 'creating' || state === 'deleting')
    return { tone: legTrouble(leg) ? 'warn' : 'busy', what: state, since, why: wrong?.message };
  if (state === 'unknown') return { tone: 'warn', what: 'unknown', since, why: wrong?.message ?? 'its node has not confirmed it' };
  return { tone: 'warn', what: 'out of sync', since, why: wrong?.message ?? 'the array has written without it' };
}
