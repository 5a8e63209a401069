import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { MESSAGES_OUT_OF_BOUNDS } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';

const LONGEST_DETAIL = 900;
export type AgentMessageKind = 'inventory' | 'report' | 'sample' | 'message';

const reasonOf = (kind: AgentMessageKind): string => `${kind}-out-of-bounds`;

/** `detail` names the part of the message and its bound. Shown until the node sends a message of this kind within its bounds. */
export function withOutOfBounds(
  conditions: readonly Condition[],
  { node, kind, detail }: { node: MessageReference; kind: AgentMessageKind; detail: string },
  now: string,
): Condition[] {
  const part = detail
    .replaceAll(/[✖\s]+/g, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL);
  const condition: NewCondition = {
    type: MESSAGES_OUT_OF_BOUNDS,
    status: 'true' as const,
    ...said('message-out-of-bounds', { node, kind, detail: part }, reasonOf(kind)),
  };
  return withCondition(conditions, condition, now);
}

/** After a message of this kind was stored. A message of any kind also shows that messages as a whole are not too large. */
export const withinBounds = (conditions: readonly Condition[], kind: AgentMessageKind): Condition[] =>
  conditions.filter(({ type, reason }) => type !== MESSAGES_OUT_OF_BOUNDS || ![reasonOf(kind), reasonOf('message')].includes(reason));
