import { api } from '../api/client.js';
import type { Job } from '../api/types.js';
import { jobStatus, jobTitle } from '../features/jobs/job-words.js';
import { paths } from '../paths/paths.js';
import { Status } from '../ui/status.js';
import { TextLink } from '../ui/text/links.js';

/** The progress of a job that this user has just started. */
export function JobNotice({ job }: { job: Job }) {
  const { data = job } = api.useQuery(
    'get',
    '/api/v1/jobs/{id}',
    { params: { path: { id: job.id } } },
    { initialData: job, staleTime: Infinity },
  );
  return (
    <>
      <TextLink {...paths.job(job.id)}>{jobTitle(data)}</TextLink>
      <br />
      <Status {...jobStatus(data)} />
    </>
  );
}
