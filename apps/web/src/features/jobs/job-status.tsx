import type { Job } from '../../api/types.js';
import { Status } from '../../ui/status.js';
import { jobStatus } from './job-words.js';

/** Omits the reason when the job waits: the blockers are listed below, where there is room. */
export function JobStatus({ job }: { job: Job }) {
  const { why, ...facts } = jobStatus(job);
  return <Status {...facts} {...(job.waitingFor.length > 0 ? {} : { why })} />;
}
