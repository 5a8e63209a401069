import type { Params } from '@weft/shared/text/message';
import { renderedJob } from '@weft/shared/text/rendering/render-job';
import type { JobReason, JobStep, JobWait } from '../../api/types.js';
import { reasonSentence, type Sentence } from '../../ui/text/sentence.js';

/* What jobs say, rendered from the data; the stored text if there are none, or data of another version. */

const fromData = (code: string | undefined, params: Params | undefined, part: 'message' | 'unblockedBy'): Sentence | undefined =>
  code !== undefined && params ? renderedJob({ code, params })?.[part] : undefined;

export const stepSentence = ({ code, params, name }: Pick<JobStep, 'code' | 'params' | 'name'>): Sentence =>
  fromData(code, params, 'message') ?? name;

/** Why a step waits or a job failed: a message of jobs, or the reason that an agent reported. */
export const jobReasonSentence = (
  reason: Pick<JobReason, 'code' | 'message'> & Partial<Pick<JobReason, 'messageCode' | 'params'>>,
): Sentence => fromData(reason.messageCode ?? reason.code, reason.params, 'message') ?? reasonSentence(reason);

export const waitSentence = (wait: JobWait, part: 'message' | 'unblockedBy'): Sentence =>
  fromData(wait.code, wait.params, part) ?? wait[part];
