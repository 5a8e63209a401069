import type { Reason } from '@weft/shared/messages/report';
import { messageOf } from '@weft/shared/text/rendering/render';

type Reported = Pick<Reason, 'code' | 'message'>;

/** An agent's reason as a message for use inside another message; undefined: the agent gave none. */
export function reported(reason: Reported): ReturnType<typeof reportOf>;
export function reported(reason: Reported | null | undefined): ReturnType<typeof reportOf> | undefined;
export function reported(reason: Reported | null | undefined) {
  return reason ? reportOf({ code: reason.code, text: reason.message }) : undefined;
}

const reportOf = (params: { code: string; text: string }) => ({ ...messageOf('agent-report', params), params });

/** For a state that must have a reason by contract, from an agent that gave none. */
export const UNEXPLAINED = reportOf({ code: 'no-reason', text: 'the agent gave no reason' });
