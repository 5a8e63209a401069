import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { User } from '../../api/types.js';

/** The latest state of a user known from the list: live messages do not report changes by others. Null: the user does not exist yet. */
export function useLatestUser<U extends User | null>(known: U): U {
  const path = { id: known?.id ?? '' };
  const { data } = api.useQuery('get', '/api/v1/users/{id}', { params: { path } }, { enabled: known !== null });
  return known === null ? known : (newest(known as User, data) as U);
}
