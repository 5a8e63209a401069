import type { AgentToServerEvents, ServerToAgentEvents } from '@weft/shared/links/agent-link';
import type { Held } from '@weft/shared/messages/history';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';

/** Who an agent's socket speaks for: settled in the handshake, once. */
export interface AgentIdentity {
  nodeId: string;
  nodeName: string;
  bootId: string;
  /** Absent: an agent that does not say. */
  instanceId?: string | undefined;
  machineId?: string | undefined;
  /** Of this connection: a newer one of the same node takes its place. */
  connectionId: string;
  /** What its agent had stored when it connected; absent: it did not say. */
  held?: Held;
}

export type AgentSocket = Socket<AgentToServerEvents, ServerToAgentEvents, DefaultEventsMap, AgentIdentity>;
export type AgentNamespace = Namespace<AgentToServerEvents, ServerToAgentEvents, DefaultEventsMap, AgentIdentity>;

/** An agent's message that is refused, as opposed to an error of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}
