import type { Job, JobStep } from '@weft/shared/kinds/job';
import type { Stored } from '../../core/mongo/stored.js';

/** A step as it follows from the state of the subject. */
export type StepView = Omit<JobStep, 'since'>;
/** `since`: when its state became what it is. Absent: it was not kept. */
export type StoredStep = StepView & { since?: Date };

export interface JobDocument extends Stored, Pick<Job, 'kind' | 'subject' | 'state' | 'waitingFor' | 'error' | 'requestedBy'> {
  steps: StoredStep[];
  finishedAt: Date | null;
}

/** What a job shows; the rest of it never changes. */
export type JobView = Pick<JobDocument, 'state' | 'waitingFor' | 'error'> & { steps: StepView[] };
