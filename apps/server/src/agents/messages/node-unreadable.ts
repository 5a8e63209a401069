import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { HOST_UNREADABLE, type Reason } from '@weft/shared/messages/report';

/** While the agent cannot read the node's storage, its drives and legs are unknown: a condition of its own, absent otherwise. */
export function withUnreadable(conditions: readonly Condition[], nodeName: string, problems: readonly Reason[], now: string): Condition[] {
  const problem = problems.find(({ code }) => code === HOST_UNREADABLE);
  if (!problem) return conditions.filter(({ type }) => type !== 'NodeUnreadable');
  return withCondition(
    conditions,
    {
      type: 'NodeUnreadable',
      status: 'true',
      reason: HOST_UNREADABLE,
      message: `The agent of ${nodeName} cannot read the storage of the node: ${problem.message}. Its drives and legs are unknown, and no repair starts from that`,
      waitingFor: `the storage of ${nodeName} answering`,
      unblockedBy: `a drive that does not answer being found and pulled out on ${nodeName}: see the kernel log and "ps -eo pid,stat,wchan:30,args"`,
    },
    now,
  );
}
