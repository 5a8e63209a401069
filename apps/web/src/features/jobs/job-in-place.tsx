import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
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
  return (
    <section className="stack" aria-label="Job">
      <span className="row">
        <TextLink {...paths.job(data.id)}>{jobTitle(data)}</TextLink>
        <Status {...jobStatus(data)} />
      </span>
      {data.error ? (
        <Message tone="bad">
          <ReasonView reason={data.error} />
        </Message>
      ) : null}
      {data.waitingFor.map(({ node, message, unblockedBy }) => (
        <Message key={`${node} ${message}`} tone="warn">
          <p>
            {message}. <span className="dimmed">Unblocked by {unblockedBy}.</span>
          </p>
        </Message>
      ))}
      <JobSteps steps={data.steps} />
    </section>
  );
}
