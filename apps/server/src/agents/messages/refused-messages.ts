import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { MESSAGES_OUT_OF_BOUNDS, MESSAGES_REFUSED } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';

const LONGEST_DETAIL = 900;
export type AgentMessageKind = 'inventory' | 'report' | 'sample' | 'message';

/** Why a message was refused: `code` of the refusal, and its text. */
export interface Refused {
  kind: AgentMessageKind;
  code: string;
  detail: string;
}

const OUT_OF_BOUNDS = 'out-of-bounds';
const TYPES: readonly string[] = [MESSAGES_OUT_OF_BOUNDS, MESSAGES_REFUSED];

/** Shown until the server stores a message of this kind. */
export function withRefusal(
  conditions: readonly Condition[],
  node: MessageReference,
  { kind, code, detail }: Refused,
  now: string,
): Condition[] {
  const text = detail
    .replaceAll(/[✖\s]+/g, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL);
  const condition: NewCondition = {
    type: code === OUT_OF_BOUNDS ? MESSAGES_OUT_OF_BOUNDS : MESSAGES_REFUSED,
    status: 'true' as const,
    ...said(code === OUT_OF_BOUNDS ? 'message-out-of-bounds' : 'message-refused', { node, kind, detail: text }, `${kind}-${code}`),
  };
  return withCondition(conditions, condition, now);
}

/** After a message of this kind was stored. A message of any kind also ends a refusal of messages as a whole. */
export const withoutRefusal = (conditions: readonly Condition[], kind: AgentMessageKind): Condition[] =>
  conditions.filter(({ type, reason }) => !TYPES.includes(type) || !(reason.startsWith(`${kind}-`) || reason.startsWith('message-')));
