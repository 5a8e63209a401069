import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../../api/client.js';
import type { Job } from '../../../api/types.js';
import type { JobTab } from '../../../paths/job-tabs.js';
import { paths } from '../../../paths/paths.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { type Tab, Tabs } from '../../../ui/tabs/tabs.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty, Message } from '../../../ui/text/message.js';
import { ShortId } from '../../../ui/text/short-id.js';
import { Time } from '../../../ui/time/time.js';
import { durationText } from '../../../ui/time/time-text.js';
import { CancelJob } from '../cancel-job.js';
import { JobStatus } from '../job-status.js';
import { JobSteps } from '../job-steps.js';
import { JobWaits } from '../job-waits.js';
import { jobTitle } from '../job-words.js';
import { ReasonView } from '../reason-view.js';

const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));

const TimelineTab = lazy(() => import('./timeline-tab.js').then((module) => ({ default: module.TimelineTab })));

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

const TABS: readonly (Tab & { name: JobTab })[] = [
  { name: 'overview', label: 'Overview' },
  { name: 'timeline', label: 'Timeline' },
  { name: 'activity', label: 'Activity' },
];

function JobView({ job }: { job: Job }) {
  const { tab = 'overview' } = route.useSearch();
  return (
    <Page
      title={jobTitle(job)}
      above={<TextLink {...paths.jobs()}>Jobs</TextLink>}
      status={<JobStatus job={job} />}
      tabs={<Tabs tabs={TABS} current={tab} />}
      actions={<CancelJob job={job} />}
    >
      {tab === 'overview' ? <OverviewTab job={job} /> : null}
      <Suspense fallback={<Empty>Loading…</Empty>}>
        {tab === 'timeline' ? <TimelineTab job={job} /> : null}
        {tab === 'activity' ? <ActivityTab job={job} /> : null}
      </Suspense>
    </Page>
  );
}

/** Error, waits, steps and facts of the job. */
const OverviewTab = ({ job }: { job: Job }) => (
  <>
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
  </>
);
