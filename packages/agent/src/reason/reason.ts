import { type Reason, type ReasonParams, reasonParamsSchema } from '@weft/shared/messages/report';
import type { AgentCode, AgentParams, FailureCode } from '@weft/shared/text/catalogue/agent/agent-messages';
import { agentText } from '@weft/shared/text/rendering/render-agent';

/** A reason of the agents' catalogue. Made by `reason` only: the catalogue makes its sentence. */
export type AgentReason = Reason & { code: AgentCode };
/** Fields of a report besides the sentence. */
export type ReasonDetails = Pick<Reason, 'node' | 'command' | 'exitCode' | 'stderr' | 'processes'>;

/** A code with its data and its sentence. Data over the bounds of reports are left out; the sentence says the same. */
export function reason<C extends AgentCode>(code: C, params: AgentParams<C>, details: ReasonDetails = {}): AgentReason {
  return { code, ...bounded(params), message: agentText(code, params), ...details };
}

function bounded(params: object): { params?: ReasonParams } {
  const { success, data } = reasonParamsSchema.safeParse(
    Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
  );
  return success ? { params: data } : {};
}

/** A failed operation or command, under another code of failures: what the failure means for the object. */
export const recoded = (failure: AgentReason, code: FailureCode): AgentReason => ({ ...failure, code });
