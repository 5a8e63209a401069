import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import type { AgentIdentity } from './agent-socket.js';

/** How to treat an agent that connects with a valid credential. */
export type Admission = 'admit' | 'refuse' | 'ask-holder';

/**
 * Scenarios:
 *  - No agent is connected: admit. If the node's identity is in dispute, admit only the machine that was connected last.
 *  - The same process again, after a half-dead connection: admit; it replaces the old connection.
 *  - Another process while one is connected: ping the connected one. If it answers, refuse the later one until a person decides.
 */
export function admission(
  { status: { connection, conditions } }: Part<NodeDocument, 'status.connection' | 'status.conditions'>,
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
  const condition: NewCondition = {
    type: IDENTITY_SHARED,
    status: 'true' as const,
    ...said('two-holders', { node, address, holderAddress }),
  };
  return withCondition(conditions, condition, now);
}
