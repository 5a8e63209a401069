import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { LATENCY_BY_DIRECTION_MISSING, NODE_UNREADABLE } from '@weft/shared/kinds/condition-types';
import { HOST_UNREADABLE, LATENCY_BY_DIRECTION_UNAVAILABLE, type Reason } from '@weft/shared/messages/report';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { reported } from '../../domain/world/reported-message.js';

/**
 * Problems that an agent reports, each with its condition.
 *  - the node's storage cannot be read: its drives and legs are unknown.
 *  - the agent is set to collect latency by direction, and cannot.
 */
const PROBLEMS = [
  { code: HOST_UNREADABLE, type: NODE_UNREADABLE, message: 'node-storage-unreadable' },
  { code: LATENCY_BY_DIRECTION_UNAVAILABLE, type: LATENCY_BY_DIRECTION_MISSING, message: 'latency-by-direction-missing' },
] as const;

export const REPORTED_PROBLEMS: readonly string[] = PROBLEMS.map(({ code }) => code);

/** Each condition is there while the agent reports its problem, and absent otherwise. */
export function withReportedProblems(
  conditions: readonly Condition[],
  node: MessageReference,
  problems: readonly Reason[],
  now: string,
): Condition[] {
  return PROBLEMS.reduce<Condition[]>(
    (before, { code, type, message }) => {
      const problem = problems.find((each) => each.code === code);
      if (!problem) return before.filter((each) => each.type !== type);
      return withCondition(before, { type, status: 'true', ...said(message, { node, report: reported(problem) }, code) }, now);
    },
    [...conditions],
  );
}
