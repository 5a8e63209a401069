import type { ReactNode } from 'react';
import type { Job, JobStep } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { TextLink } from '../../ui/text/links.js';
import { Message } from '../../ui/text/message.js';
import { JobStatus } from './job-status.js';
import { JobSteps } from './job-steps.js';
import { JobWaits } from './job-waits.js';
import { jobTitle } from './job-words.js';
import { ReasonView } from './reason-view.js';
import { useJob } from './use-job.js';

/** A job's live progress, shown where the user started it. @param whenDone text shown after the job is done */
export function JobInPlace({ job, whenDone }: { job: Job; whenDone?: ReactNode }) {
  const data = useJob(job);
  const waits = data.waitingFor;
  const isSaid = ({ reason }: JobStep) => reason !== null && !reason.command && waits.some(({ message }) => message === reason.message);
  return (
    <section className="stack" aria-label="Job">
      <span className="row">
        <TextLink {...paths.job(data.id)}>{jobTitle(data)}</TextLink>
        <JobStatus job={data} />
      </span>
      {data.error ? (
        <Message tone="bad">
          <ReasonView reason={data.error} />
        </Message>
      ) : null}
      {data.state === 'done' && whenDone ? <Message>{whenDone}</Message> : null}
      <JobWaits job={data} />
      <JobSteps steps={data.steps.map((step) => (isSaid(step) ? { ...step, reason: null } : step))} />
    </section>
  );
}
