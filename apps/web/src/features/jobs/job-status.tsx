import type { Job } from '../../api/types.js';
import { Status } from '../../ui/status.js';
import type { Noun } from '../../ui/text/nouns.js';
import { jobStatus } from './job-words.js';

/** Where what it waits for stands below: there is room, and it is said once. */
export function JobStatus({ job, nouns = [] }: { job: Job; nouns?: readonly Noun[] }) {
  const { why, nouns: own = [], ...facts } = jobStatus(job);
  return <Status {...facts} {...(job.waitingFor.length > 0 ? {} : { why })} nouns={[...nouns, ...own]} />;
}
