import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { CLOCK_SKEWED } from '@weft/shared/kinds/condition-types';
import { CLOCK_OFF, type Reason } from '@weft/shared/messages/report';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { reported } from '../../domain/world/reported-message.js';

/**
 * The condition of a node whose clock is off. No decision of the server depends on it: servers stamp history and orders, the database stamps leases. But
 * people compare log lines across nodes, and certificates contain times.
 * Shown only while the clock is off.
 */
export function withClock(conditions: readonly Condition[], node: MessageReference, problems: readonly Reason[], now: string): Condition[] {
  const problem = problems.find(({ code }) => code === CLOCK_OFF);
  if (!problem) return conditions.filter(({ type }) => type !== CLOCK_SKEWED);
  const message = said('clock-differs', { node, report: reported(problem) }, problem.code);
  const condition: NewCondition = { type: CLOCK_SKEWED, status: 'true' as const, ...message };
  return withCondition(conditions, condition, now);
}
