import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Message } from '../../ui/text/message.js';
import { ShortId } from '../../ui/text/short-id.js';
import { Time } from '../../ui/text/time.js';
import { durationText } from '../../ui/text/time-text.js';
import { CancelJob } from './cancel-job.js';
import { JobStatus } from './job-status.js';
import { JobSteps } from './job-steps.js';
import { JobWaits } from './job-waits.js';
import { jobTitle } from './job-words.js';
import { ReasonView } from './reason-view.js';

const route = getRouteApi('/jobs/$jobId');

export function JobPage() {
  const { jobId } = route.useParams();
  const job = api.useQuery('get', '/api/v1/jobs/{id}', { params: { path: { id: jobId } } });
  return (
    <Loaded isPage of={job} gone="There is no such job. Ended jobs are removed after a while.">
      {(data) => <JobView job={data} />}
    </Loaded>
  );
}

function JobView({ job }: { job: Job }) {
  return (
    <Page
      title={jobTitle(job)}
      above={<TextLink {...paths.jobs()}>Jobs</TextLink>}
      status={<JobStatus job={job} />}
      actions={<CancelJob job={job} />}
    >
      {job.error ? (
        <Message tone="bad">
          <ReasonView reason={job.error} />
        </Message>
      ) : null}
      {job.waitingFor.length > 0 ? (
        <Section title="Waits for">
          <div className="stack">
            <JobWaits job={job} />
          </div>
        </Section>
      ) : null}
      <Section title="Steps">
        <JobSteps steps={job.steps} />
      </Section>
      <Properties
        items={[
          [
            'About',
            <span key="about">
              {job.subject.kind} <NounLink noun={job.subject} />
            </span>,
          ],
          ['Requested by', job.requestedBy],
          ['Requested', <Time key="at" at={job.createdAt} />],
          ['Ended', job.finishedAt ? <Time key="end" at={job.finishedAt} /> : 'not yet'],
          ['Took', job.finishedAt ? durationText(job.createdAt, job.finishedAt) : 'not ended yet'],
          ['Id', <ShortId key="id" id={job.id} />],
        ]}
      />
    </Page>
  );
}
