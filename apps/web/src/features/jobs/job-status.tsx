import type { Job } from '../../api/types.js';
import { Status } from '../../ui/status.js';
import type { Noun } from '../../ui/text/nouns.js';
import { jobStatus } from './job-words.js';

/** Omits the reason when the job waits: the blockers are listed below, where there is room. */
export function JobStatus({ job, nouns = [] }: { job: Job; nouns?: readonly Noun[] }) {
  const { why, nouns: own = [], ...facts } = jobStatus(job);
  return <Status {...facts} {...(job.waitingFor.length > 0 ? {} : { why })} nouns={[...nouns, ...own]} />;
}
