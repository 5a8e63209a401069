import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { CLOCK_OFF, type Reason } from '@weft/shared/messages/report';

const TYPE = 'ClockRight';

/**
 * A node whose clock is off. Nothing here is decided by it: history and orders are stamped by servers, leases by the database. What people compare is not:
 * lines of logs, and the times in certificates.
 * Shown only while it is so.
 */
export function withClock(conditions: readonly Condition[], nodeName: string, problems: readonly Reason[], now: string): Condition[] {
  const problem = problems.find(({ code }) => code === CLOCK_OFF);
  if (!problem) return conditions.filter(({ type }) => type !== TYPE);
  const condition = {
    type: TYPE,
    status: 'false' as const,
    reason: problem.code,
    message: `${nodeName} says that ${problem.message}: times in its logs do not fit those of other nodes, and certificates may count as expired or not yet valid; what Weft decides and its history do not depend on it`,
    waitingFor: `the clock of ${nodeName}`,
    unblockedBy: `its time service (chronyc tracking on ${nodeName}), or that of the server if several nodes say so`,
  };
  return withCondition(conditions, condition, now);
}
