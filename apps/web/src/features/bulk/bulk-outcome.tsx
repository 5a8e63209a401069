import type { Job } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { jobStatus } from '../jobs/job-words.js';
import { useJob } from '../jobs/use-job.js';
import type { Outcome } from './use-bulk.js';

/** Outcome for one object: its running job, or why there is none. */
export function BulkOutcome({ outcome }: { outcome: Outcome | undefined }) {
  switch (outcome?.state) {
    case undefined:
      return <span className="dimmed">pending</span>;
    case 'running':
      return <Status tone="busy" what="asking" />;
    case 'failed':
      return <Status tone="bad" what="refused" why={outcome.why} />;
    case 'not-begun':
      return <Status tone="idle" what="not started" why="somebody stopped the run" />;
    case 'asked':
      return outcome.jobs.length === 0 ? (
        <Status tone="good" what="done" />
      ) : (
        outcome.jobs.map((job) => <JobOutcome key={job.id} job={job} />)
      );
  }
}

function JobOutcome({ job }: { job: Job }) {
  const data = useJob(job);
  return (
    <span className="row">
      <TextLink {...paths.job(data.id)}>job</TextLink>
      <Status {...jobStatus(data)} />
    </span>
  );
}
