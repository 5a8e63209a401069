import type { Reason } from '@weft/shared/messages/report';
import type { ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Params } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { isAgentMessage } from '@weft/shared/text/rendering/render-agent';

type Reported = Pick<Reason, 'code' | 'message'> & { params?: Params | undefined };

/** An agent's reason as a message for use inside another message; undefined: the agent gave none. */
export function reported(reason: Reported): ReturnType<typeof reportOf>;
export function reported(reason: Reported | null | undefined): ReturnType<typeof reportOf> | undefined;
export function reported(reason: Reported | null | undefined) {
  return reason ? reportOf({ code: reason.code, text: reason.message, ...known(reason) }) : undefined;
}

/** The reason's data, if this version has its code and they fit. Else the agent is an older or a newer one, and its text is shown as it is. */
const known = ({ code, params }: Reported): Pick<ParamsOf<'agent-report'>, 'report'> =>
  params && isAgentMessage({ code, params }) ? { report: { code, params } } : {};

const reportOf = (params: ParamsOf<'agent-report'>) => ({ ...messageOf('agent-report', params), params });

/** For a state that must have a reason by contract, from an agent that gave none. */
export const UNEXPLAINED = reportOf({ code: 'no-reason', text: 'the agent gave no reason' });
