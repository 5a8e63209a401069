import { type Condition, withCondition } from '@weft/shared/kinds/common';

const TYPE = 'GenerationKnown';

/**
 * An agent that follows a newer generation than the database has: the database was restored from an older state. It refuses everything until
 * generations here have passed its own, and nothing here knows what it was told since. Nothing is done about it by itself: the older world
 * may order what a newer one has undone (a volume to a client that no longer has it).
 * Shown only while it is so.
 */
export function withAgentAhead(
  conditions: readonly Condition[],
  { nodeName, reported, stored }: { nodeName: string; reported: number; stored: number },
  now: string,
): Condition[] {
  const others = conditions.filter(({ type }) => type !== TYPE);
  if (reported <= stored) return others;
  const condition = {
    type: TYPE,
    status: 'false' as const,
    reason: 'agent-ahead',
    message: `${nodeName} follows generation ${reported}, and the database has only ${stored}: it was restored from an older state. ${nodeName} goes on as it was told last and refuses older orders.`,
    waitingFor: `a database that knows generation ${reported} of ${nodeName}`,
    unblockedBy: `restoring a backup of the database that is newer than what ${nodeName} was told last`,
  };
  return withCondition(conditions, condition, now);
}
