import type { Job, JobStep } from '@weft/shared/kinds/job';
import type { Stored } from '../../core/mongo/stored.js';

/** A step, derived from the state of the subject. */
export type StepView = Omit<JobStep, 'since'>;
/** `since`: when its state last changed. Absent: not recorded. */
export type StoredStep = StepView & { since?: Date };

export interface JobDocument extends Stored, Pick<Job, 'kind' | 'subject' | 'state' | 'waitingFor' | 'error' | 'requestedBy'> {
  steps: StoredStep[];
  finishedAt: Date | null;
}

/** Progress of a job; the request in the job never changes. */
export type JobView = Pick<JobDocument, 'state' | 'waitingFor' | 'error'> & { steps: StepView[] };
