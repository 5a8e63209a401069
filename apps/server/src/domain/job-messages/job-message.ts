import type { JobReason, JobStep, JobWait } from '@weft/shared/kinds/job';
import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { rendered, type Said, said } from '@weft/shared/text/rendering/render';
import { reported } from '../world/reported-message.js';

/* What jobs say: each sentence with its code and its data (docs/messages.md). */

/** The name of a step. */
export type StepName = Pick<JobStep, 'code' | 'params' | 'name'>;

export function stepName<C extends MessageCode>(code: C, params: ParamsOf<C>): StepName {
  const { params: data, message } = said(code, params);
  return { code, params: data, name: message };
}

/** @param stable the code of the reason if it differs from that of its message. */
export const jobReason = <C extends MessageCode>(code: C, params: ParamsOf<C>, stable: string = code): JobReason =>
  reasonFrom(said(code, params, stable));

/** The reason that a condition or a wait of a repair states. */
export const reasonFrom = ({
  reason,
  code,
  params,
  message,
}: Pick<Said, 'reason' | 'message'> & { code?: string; params?: Said['params'] }): JobReason => ({
  code: reason,
  ...(code === undefined ? {} : { messageCode: code }),
  ...(params === undefined ? {} : { params }),
  message,
});

/** A reason as a message for use inside another message. An agent's own reason, or one without data, is inserted as a report. */
export function messageOfReason(reason: JobReason): Message {
  const { code, messageCode = code, params } = reason;
  return params && rendered({ code: messageCode, params }) ? { code: messageCode, params } : reported(reason);
}

/** @param since when its connection ended; null or undefined: it never had one. */
export const nodeSilent = (node: MessageReference, since: Date | null | undefined): JobReason =>
  since ? jobReason('node-silent', { node, since: since.toISOString() }) : jobReason('node-never-connected', { node }, 'node-silent');

/** A step that waits. */
interface Waiting {
  /** Absent: the reason names the step's objects. */
  step?: Message | undefined;
  node?: MessageReference | undefined;
  reason: Message;
  /** What would end the wait. */
  ways: Message[];
}

/** @param node name of the node that blocks the job. */
export function jobWait(node: string | null, waiting: Waiting): JobWait {
  const { params, message, unblockedBy = '' } = said('step-waits', waiting);
  return { node, code: 'step-waits', params, message, unblockedBy };
}
