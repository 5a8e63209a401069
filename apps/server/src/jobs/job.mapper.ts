import type { Job } from '@weft/shared/kinds/job';
import { toObject } from '../core/mongo/stored.js';
import type { JobDocument } from '../domain/documents/job.document.js';

export const toJob = (job: JobDocument): Job =>
  toObject<Job>(job, {
    kind: job.kind,
    subject: job.subject,
    state: job.state,
    steps: job.steps.map((step) => ({ ...step, since: step.since?.toISOString() ?? null })),
    waitingFor: job.waitingFor,
    error: job.error,
    requestedBy: job.requestedBy,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  });
