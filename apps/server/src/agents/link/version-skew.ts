import { hostname } from 'node:os';
import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { VERSION_SKEWED } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';

/** The condition of a node whose agent differs from this server, which it is connected to. Only there while they differ: an upgrade passes through it. */
export function withVersionSkew(
  conditions: readonly Condition[],
  { node, agent }: { node: MessageReference; agent: { version: string; protocol: number } },
  now: string,
): Condition[] {
  if (agent.version === WEFT_VERSION && agent.protocol === AGENT_PROTOCOL) return conditions.filter(({ type }) => type !== VERSION_SKEWED);
  const message = said('agent-version-differs', {
    ...{ node, agentVersion: agent.version, agentProtocol: agent.protocol },
    ...{ server: hostname(), serverVersion: WEFT_VERSION, serverProtocol: AGENT_PROTOCOL },
  });
  const condition: NewCondition = { type: VERSION_SKEWED, status: 'true' as const, ...message };
  return withCondition(conditions, condition, now);
}
