import { api } from '../../api/client.js';
import type { Job, JobStep } from '../../api/types.js';
import { paths } from '../../paths.js';
import { TextLink } from '../../ui/links.js';
import { Message } from '../../ui/message.js';
import { Status } from '../../ui/status.js';
import { JobSteps } from './job-steps.js';
import { jobStatus, jobTitle } from './job-words.js';
import { ReasonView } from './reason-view.js';

/** A job as it goes on, in the place where it was asked for. */
export function JobInPlace({ job }: { job: Job }) {
  const { data = job } = api.useQuery(
    'get',
    '/api/v1/jobs/{id}',
    { params: { path: { id: job.id } } },
    { initialData: job, staleTime: Number.POSITIVE_INFINITY },
  );
  const status = jobStatus(data);
  const waits = [...new Map(data.waitingFor.map((wait) => [`${wait.node} ${wait.message} ${wait.unblockedBy}`, wait])).values()];
  const isSaid = ({ reason }: JobStep) => reason !== null && !reason.command && waits.some(({ message }) => message === reason.message);
  return (
    <section className="stack" aria-label="Job">
      <span className="row">
        <TextLink {...paths.job(data.id)}>{jobTitle(data)}</TextLink>
        <Status tone={status.tone} what={status.what} {...(waits.length > 0 ? {} : status)} />
      </span>
      {data.error ? (
        <Message tone="bad">
          <ReasonView reason={data.error} />
        </Message>
      ) : null}
      {waits.map(({ node, message, unblockedBy }) => (
        <Message key={`${node} ${message} ${unblockedBy}`} tone="warn">
          <p>
            {message}. <span className="dimmed">Unblocked by {unblockedBy}.</span>
          </p>
        </Message>
      ))}
      <JobSteps steps={data.steps.map((step) => (isSaid(step) ? { ...step, reason: null } : step))} />
    </section>
  );
}
