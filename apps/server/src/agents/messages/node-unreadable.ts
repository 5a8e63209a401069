import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { NODE_UNREADABLE } from '@weft/shared/kinds/condition-types';
import { HOST_UNREADABLE, type Reason } from '@weft/shared/messages/report';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { reported } from '../../domain/world/reported-message.js';

/** Condition while the agent cannot read the node's storage: its drives and legs are unknown. Absent otherwise. */
export function withUnreadable(
  conditions: readonly Condition[],
  node: MessageReference,
  problems: readonly Reason[],
  now: string,
): Condition[] {
  const problem = problems.find(({ code }) => code === HOST_UNREADABLE);
  if (!problem) return conditions.filter(({ type }) => type !== NODE_UNREADABLE);
  const message = said('node-storage-unreadable', { node, report: reported(problem) }, HOST_UNREADABLE);
  return withCondition(conditions, { type: NODE_UNREADABLE, status: 'true', ...message }, now);
}
