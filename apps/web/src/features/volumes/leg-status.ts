import { isMirrored } from '@weft/shared/kinds/volume';
import type { Leg, Volume } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { type Sentence, sentenceOf } from '../../ui/text/sentence.js';

export const isSound = ({ state, inSync }: Leg): boolean => state === 'ready' && inSync;

/** Why the node cannot create the leg and retries. A node that is still at work on it reports no reason. */
export function legTrouble({ conditions }: Leg): Sentence | undefined {
  const trouble = conditions.find(({ status, reason }) => status === 'false' && reason !== 'not-reported');
  return trouble && sentenceOf(trouble);
}

/** Status of a leg by the worse of its node's report and its state in the array (S8). */
export function legStatus(leg: Leg, { protection }: Pick<Volume, 'protection'>): StatusFacts {
  const { state, conditions } = leg;
  // A leg without a mirror has nothing to be in sync with.
  if (isSound(leg)) return { tone: 'good', what: isMirrored(protection) ? 'ready, in sync' : 'ready' };
  const wrong = conditions.find(({ status }) => status !== 'true');
  const since = wrong?.since ?? null;
  const why = wrong && sentenceOf(wrong);
  if (state === 'creating' || state === 'deleting') return { tone: legTrouble(leg) ? 'warn' : 'busy', what: state, since, why };
  if (state === 'unknown') return { tone: 'warn', what: 'unknown', since, why: why ?? 'its node has not reported it' };
  return { tone: 'warn', what: 'out of sync', since, why: why ?? 'the array has written without this leg' };
}
