import type { Leg } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export const isSound = ({ state, inSync }: Leg): boolean => state === 'ready' && inSync;

/** A leg by its worst: its node's report and its place in the array (S8). */
export function legStatus(leg: Leg): StatusFacts {
  const { state, conditions } = leg;
  if (isSound(leg)) return { tone: 'good', what: 'ready, in sync' };
  const wrong = conditions.find(({ status }) => status !== 'true');
  const since = wrong?.since ?? null;
  if (state === 'creating' || state === 'deleting') return { tone: 'busy', what: state, since, why: wrong?.message };
  if (state === 'unknown') return { tone: 'warn', what: 'unknown', since, why: wrong?.message ?? 'its node has not confirmed it' };
  return { tone: 'warn', what: 'out of sync', since, why: wrong?.message ?? 'the array has written without it' };
}
