import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';

/** A job as it is now, from the answer of the request that began it; live updates bring each change. */
export const useJob = (known: Job): Job =>
  api.useQuery(
    'get',
    '/api/v1/jobs/{id}',
    { params: { path: { id: known.id } } },
    { initialData: known, staleTime: Number.POSITIVE_INFINITY },
  ).data ?? known;
