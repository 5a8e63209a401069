import type { JobView } from '../documents/job.document.js';

/** Whether a job shows something else than it did; times alone are not that. */
export const jobChanged = (job: JobView, view: JobView): boolean => {
  const shown = ({ state, steps, waitingFor, error }: JobView) =>
    JSON.stringify([state, steps.map(({ name, node, state: of, reason }) => [name, node, of, reason]), waitingFor, error]);
  return shown(job) !== shown(view);
};
