import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode, problemOf } from '../api/problem.js';
import { queryKeys } from '../api/query-keys.js';
import type { Job } from '../api/types.js';
import { notify } from '../ui/notices-store.js';

/** Errors that a retry cannot change. */
const isFinal = (error: unknown): boolean => problemOf(error) !== null && !hasCode(error, 'unavailable', 'internal', 'rate-limited');
const TRIES = 3;

/** Mutations with `meta.inline` show their own errors (forms, dialogs); those with `meta.inPlace` show their own jobs. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: { queries: { retry: (failures, error) => failures < TRIES && !isFinal(error), refetchOnWindowFocus: false } },
    queryCache: new QueryCache({ onError: (error) => endSession(client, error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        endSession(client, error);
        if (hasCode(error, 'version-mismatch')) {
          void client.invalidateQueries();
          notify({
            tone: 'warning',
            text: 'Somebody else changed it, so your change was not made. The page now shows the new state: check it and try again.',
          });
        } else if (mutation.meta?.['inline'] !== true) notify({ tone: 'error', text: error.message });
      },
      onSuccess: (data, _variables, _context, mutation) => {
        const job = (data as { job?: Job } | undefined)?.job;
        if (!job) return;
        // A live message may have reported the end of the job before the response arrived.
        client.setQueryData<Job>(queryKeys.one('job', job.id), (known) => (known && known.revision > job.revision ? known : job));
        if (mutation.meta?.['inPlace'] !== true) notify({ tone: 'job', text: '', job });
      },
    }),
  });
  return client;
}

/** Without a session every page becomes the login page; with a password that must be changed, or without a needed second factor, the page for that. */
function endSession(client: QueryClient, error: unknown): void {
  if (hasCode(error, 'unauthenticated')) client.setQueryData(queryKeys.session, null);
  if (hasCode(error, 'password-change-required', 'second-factor-setup-required'))
    void client.invalidateQueries({ queryKey: queryKeys.session });
}
