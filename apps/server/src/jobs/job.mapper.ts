import type { Job } from '@weft/shared/kinds/job';
import type { JobDocument } from './job.document.js';

export function toJob({
  _id,
  createdAt,
  updatedAt,
  finishedAt,
  version,
  kind,
  subject,
  state,
  steps,
  waitingFor,
  error,
  requestedBy,
}: JobDocument): Job {
  return {
    id: _id,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    kind,
    subject,
    state,
    steps,
    waitingFor,
    error,
    requestedBy,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
