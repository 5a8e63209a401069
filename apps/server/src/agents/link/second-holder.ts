import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { AgentIdentity } from './agent-socket.js';

/** What is to be done with an agent that connects with a good credential. */
export type Admission = 'admit' | 'refuse' | 'ask-holder';

/**
 * Scenarios:
 *  - nobody is connected: admitted, but for a node whose identity is in dispute: then only from the machine that was connected last.
 *  - the same process again, after a connection that is half dead: admitted, it supersedes.
 *  - another process while one is connected: the one that is connected is asked. If it answers, the later one is refused until a person decides.
 */
export function admission(
  { connection, conditions }: Pick<NodeDocument, 'connection' | 'conditions'>,
  { instanceId, machineId }: Pick<AgentIdentity, 'instanceId' | 'machineId'>,
): Admission {
  const isDisputed = conditions.some(({ type }) => type === IDENTITY_SHARED);
  if (connection.state !== 'online') return isDisputed && machineId !== connection.machineId ? 'refuse' : 'admit';
  return instanceId !== undefined && instanceId === connection.instanceId ? 'admit' : 'ask-holder';
}

export function withSecondHolder(
  conditions: readonly Condition[],
  { node, address, holderAddress }: { node: MessageReference; address: string; holderAddress: string | undefined },
  now: string,
): Condition[] {
  const condition = { type: IDENTITY_SHARED, status: 'true' as const, ...said('two-holders', { node, address, holderAddress }) };
  return withCondition(conditions, condition, now);
}
