import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { LATENCY_BY_DIRECTION_MISSING } from '@weft/shared/kinds/condition-types';
import { LATENCY_BY_DIRECTION_UNAVAILABLE, type Reason } from '@weft/shared/messages/report';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { reported } from '../../domain/world/reported-message.js';

/** Condition while the agent is set to collect latency by direction and cannot. Absent otherwise. */
export function withLatencyByDirection(
  conditions: readonly Condition[],
  node: MessageReference,
  problems: readonly Reason[],
  now: string,
): Condition[] {
  const problem = problems.find(({ code }) => code === LATENCY_BY_DIRECTION_UNAVAILABLE);
  if (!problem) return conditions.filter(({ type }) => type !== LATENCY_BY_DIRECTION_MISSING);
  const message = said('latency-by-direction-missing', { node, report: reported(problem) }, LATENCY_BY_DIRECTION_UNAVAILABLE);
  return withCondition(conditions, { type: LATENCY_BY_DIRECTION_MISSING, status: 'true', ...message }, now);
}
