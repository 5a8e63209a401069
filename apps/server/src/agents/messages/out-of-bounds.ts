import { type Condition, withCondition } from '@weft/shared/kinds/common';

const TYPE = 'MessagesInBounds';
export type AgentMessageKind = 'inventory' | 'report' | 'sample' | 'message';

const reasonOf = (kind: AgentMessageKind): string => `${kind}-out-of-bounds`;

/** `detail` names the part of the message and its bound. Shown until the node sends a message of this kind within its bounds. */
export function withOutOfBounds(
  conditions: readonly Condition[],
  { nodeName, kind, detail }: { nodeName: string; kind: AgentMessageKind; detail: string },
  now: string,
): Condition[] {
  const condition = {
    type: TYPE,
    status: 'false' as const,
    reason: reasonOf(kind),
    message:
      `The server refuses a message (${kind}) of ${nodeName}, because a part of it is over its bound: ${detail.replaceAll(/[✖\s]+/g, ' ').trim()}`.slice(
        0,
        1000,
      ),
    waitingFor: `a message (${kind}) of ${nodeName} within its bounds`,
    unblockedBy: `looking at what runs as weft-agent on ${nodeName}; if its credential may be in other hands, revoking the credential`,
  };
  return withCondition(conditions, condition, now);
}

/** After a message of this kind was stored; one of any kind shows that messages are not too large as a whole. */
export const withinBounds = (conditions: readonly Condition[], kind: AgentMessageKind): Condition[] =>
  conditions.filter(({ type, reason }) => type !== TYPE || ![reasonOf(kind), reasonOf('message')].includes(reason));
