import type { AgentToServerEvents, ServerToAgentEvents } from '@weft/shared/links/agent-link';
import type { Held } from '@weft/shared/messages/history';
import { agentRefusals, type RefusalParams, type RefusalReason } from '@weft/shared/text/errors/agent-refusals';
import { refusalMessage, textOfError } from '@weft/shared/text/rendering/render-error';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';

/** The agent that a socket speaks for, fixed once in the handshake. */
export interface AgentIdentity {
  nodeId: string;
  nodeName: string;
  bootId: string;
  /** Version and protocol of the agent. */
  agent: { version: string; protocol: number };
  /** Absent: an agent that does not send it. */
  instanceId?: string | undefined;
  machineId?: string | undefined;
  /** Address that the agent connected from, behind our trusted proxies (`trustProxy`). */
  address: string;
  /** Id of this connection; a newer connection of the same node replaces it. */
  connectionId: string;
  /** The assignment that the agent had stored when it connected; absent: not sent. */
  held?: Held;
}

export type AgentSocket = Socket<AgentToServerEvents, ServerToAgentEvents, DefaultEventsMap, AgentIdentity>;
export type AgentNamespace = Namespace<AgentToServerEvents, ServerToAgentEvents, DefaultEventsMap, AgentIdentity>;

/** Refusal of an agent's message, as opposed to a server error. */
export class Refusal<R extends RefusalReason = RefusalReason> extends Error {
  override readonly name = 'Refusal';
  /** What the agent gets; it acts on some of these. */
  readonly code: string;
  constructor(reason: R, params: RefusalParams<R>) {
    super(textOfError(refusalMessage(reason, params)));
    this.code = agentRefusals[reason].errorCode;
  }
}
