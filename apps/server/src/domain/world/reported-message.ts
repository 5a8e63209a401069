import type { Reason } from '@weft/shared/messages/report';
import { messageOf } from '@weft/shared/text/render';

/** An agent's reason as a message inside another one; undefined: the agent gave none. */
export const reported = (reason: Pick<Reason, 'code' | 'message'> | null | undefined) =>
  reason ? reportOf({ code: reason.code, text: reason.message }) : undefined;

const reportOf = (params: { code: string; text: string }) => ({ ...messageOf('agent-report', params), params });

/** A state that comes with a reason by contract, from an agent that gave none. */
export const UNEXPLAINED = reportOf({ code: 'no-reason', text: 'the agent gave no reason' });
