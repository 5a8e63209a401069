import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.js';
import type { components } from '../api/schema.js';
import { dismissAll } from '../ui/notices-store.js';

type Session = components['schemas']['Session'];

/** The user changed or logged out: drops everything that was read for the previous user. */
export function changeSession(client: QueryClient, session: Session | null): void {
  dismissAll();
  client.setQueryData(queryKeys.session, session);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== queryKeys.session[1] });
}
