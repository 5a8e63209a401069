import { MutationCache, QueryClient } from '@tanstack/react-query';
import { PAST_REFUSAL, pastKey } from '../api/past.js';
import { hasCode } from '../api/problem.js';

interface Options {
  queryKey?: readonly unknown[];
  queryFn?: unknown;
}
interface Context {
  queryKey: readonly unknown[];
}

/** Reads everything as of one moment, once, and changes nothing. Live changes do not reach it: they are for the cache of the present. */
class PastClient extends QueryClient {
  constructor(private readonly at: string) {
    super({
      defaultOptions: {
        queries: {
          staleTime: Number.POSITIVE_INFINITY,
          refetchOnWindowFocus: false,
          retry: (failures, error) => failures < 3 && hasCode(error, 'unavailable', 'rate-limited'),
        },
      },
      mutationCache: new MutationCache({
        onMutate: () => {
          throw new Error(PAST_REFUSAL);
        },
      }),
    });
  }

  override defaultQueryOptions = ((options: Options) => {
    const defaulted = super.defaultQueryOptions(options as Parameters<QueryClient['defaultQueryOptions']>[0]) as Options & {
      refetchInterval?: unknown;
    };
    const { queryFn } = defaulted;
    if (typeof queryFn !== 'function' || ('isPast' in queryFn && queryFn.isPast)) return defaulted;
    // Outside of pages' keys (statistics), the function reads by itself.
    const past = async (context: Context) => queryFn({ ...context, queryKey: pastKey(context.queryKey, this.at) }) as unknown;
    return { ...defaulted, queryFn: Object.assign(past, { isPast: true }), refetchInterval: false, refetchOnMount: true };
  }) as unknown as QueryClient['defaultQueryOptions'];
}

export const createPastClient = (at: string): QueryClient => new PastClient(at);
