import type { Condition } from '@weft/shared/kinds/common';
import type { Finding, SentenceData } from '@weft/shared/kinds/views/overview';

/** Why something is so, the blocker and the remedy: as sentences, and as their data. */
export type Explanation = Pick<Finding, 'since' | 'because' | 'waitingFor' | 'unblockedBy' | 'data'>;

/** One sentence of a condition as data; undefined: the condition is only a text. */
export const partOf = (
  { reason, code = reason, params }: Pick<Condition, 'reason' | 'code' | 'params'>,
  part: SentenceData['part'],
): SentenceData | undefined => params && { code, params, part };

type Explaining = Pick<Condition, 'reason' | 'code' | 'params' | 'message' | 'waitingFor' | 'unblockedBy'> & { since: string | null };

/** The explanation that a condition, or another message, gives. */
export const wordsOf = (condition: Explaining): Explanation => ({
  since: condition.since,
  because: condition.message,
  waitingFor: condition.waitingFor ?? null,
  unblockedBy: condition.unblockedBy ?? null,
  data: {
    because: partOf(condition, 'message'),
    waitingFor: condition.waitingFor === undefined ? undefined : partOf(condition, 'waitingFor'),
    unblockedBy: condition.unblockedBy === undefined ? undefined : partOf(condition, 'unblockedBy'),
  },
});
