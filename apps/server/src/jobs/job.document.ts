import type { Job } from '@weft/shared/kinds/job';
import type { Stored } from '../core/mongo/stored.js';

export interface JobDocument extends Stored, Pick<Job, 'kind' | 'subject' | 'state' | 'steps' | 'waitingFor' | 'error' | 'requestedBy'> {
  finishedAt: Date | null;
}

/** What a job shows; the rest of it never changes. */
export type JobView = Pick<JobDocument, 'state' | 'steps' | 'waitingFor' | 'error'>;
