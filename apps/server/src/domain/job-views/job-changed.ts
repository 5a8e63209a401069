import type { JobView } from '../documents/job.document.js';

/** Whether the view of a job changed; changed times alone do not count. */
export const jobChanged = (job: JobView, view: JobView): boolean => {
  const shown = ({ state, steps, waitingFor, error }: JobView) =>
    JSON.stringify([
      state,
      steps.map(({ code, params, name, node, nodeId, state: of, reason }) => [code, params, name, node, nodeId, of, reason]),
      waitingFor,
      error,
    ]);
  return shown(job) !== shown(view);
};
