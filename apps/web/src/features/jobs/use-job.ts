import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';

/** The latest state of a job, starting with the response that created it; live updates bring each change. */
export const useJob = (known: Job): Job =>
  api.useQuery(
    'get',
    '/api/v1/jobs/{id}',
    { params: { path: { id: known.id } } },
    { initialData: known, staleTime: Number.POSITIVE_INFINITY },
  ).data ?? known;
