import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import { paths } from '../../paths.js';
import { TextLink } from '../../ui/links.js';
import { Loaded } from '../../ui/loaded.js';
import { Message } from '../../ui/message.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { durationText } from '../../ui/time-text.js';
import { CancelJob } from './cancel-job.js';
import { JobSteps } from './job-steps.js';
import { jobStatus, jobTitle } from './job-words.js';
import { ReasonView } from './reason-view.js';

const route = getRouteApi('/jobs/$jobId');

export function JobPage() {
  const { jobId } = route.useParams();
  const job = api.useQuery('get', '/api/v1/jobs/{id}', { params: { path: { id: jobId } } });
  return (
    <Loaded of={job} gone="There is no such job: jobs are kept for a while after they end.">
      {(data) => <JobView job={data} />}
    </Loaded>
  );
}

function subjectLink({ subject }: Job) {
  if (subject.kind === 'volume') return <TextLink {...paths.volume(subject.id)}>{subject.name}</TextLink>;
  if (subject.kind === 'node') return <TextLink {...paths.node(subject.id)}>{subject.name}</TextLink>;
  if (subject.kind === 'drive') return <TextLink {...paths.drive(subject.id)}>{subject.name}</TextLink>;
  return `${subject.kind} ${subject.name}`;
}

const JobView = ({ job }: { job: Job }) => (
  <Page
    title={jobTitle(job)}
    above={<TextLink {...paths.jobs()}>Jobs</TextLink>}
    status={<Status {...jobStatus(job)} />}
    actions={<CancelJob job={job} />}
  >
    {job.error ? (
      <Message tone="bad">
        <ReasonView reason={job.error} />
      </Message>
    ) : null}
    {job.waitingFor.length > 0 ? (
      <Section title="Waits for">
        <Message tone="warn">
          {job.waitingFor.map(({ node, message, unblockedBy }) => (
            <p key={`${node} ${message}`}>
              {message}.<br />
              <span className="dimmed">What would unblock it: {unblockedBy}.</span>
            </p>
          ))}
        </Message>
      </Section>
    ) : null}
    <Section title="Steps">
      <JobSteps steps={job.steps} />
    </Section>
    <Properties
      items={[
        ['About', subjectLink(job)],
        ['Requested by', job.requestedBy],
        ['Requested', <Time key="at" at={job.createdAt} />],
        ['Ended', job.finishedAt ? <Time key="end" at={job.finishedAt} /> : 'not yet'],
        ['Took', job.finishedAt ? durationText(job.createdAt, job.finishedAt) : 'not over yet'],
        ['Id', <code key="id">{job.id}</code>],
      ]}
    />
  </Page>
);
