import type { Job } from '../../api/types.js';
import type { ChartMark } from '../../charts/marks.js';
import { localText } from '../../ui/time/time-text.js';
import { jobTitle } from '../jobs/job-words.js';

type MarkedJob = Pick<Job, 'id' | 'kind' | 'subject' | 'state' | 'createdAt' | 'finishedAt'>;

/** Jobs as marks on a chart, from their request to their end. */
export const jobMarks = (jobs: readonly MarkedJob[]): ChartMark[] =>
  jobs.map(({ id, createdAt, finishedAt, state, ...job }) => ({
    id,
    from: Date.parse(createdAt),
    to: finishedAt === null ? null : Date.parse(finishedAt),
    text: `${jobTitle(job)}: ${state}, requested ${localText(createdAt)}`,
  }));

/** Id of the object that the jobs are about; null: those of all objects. */
export const subjectOf = (object: string): string | null => object.split(':')[1] ?? null;
