import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { User } from '../../api/types.js';

/** A user as it is now, from what the list knew: no live message tells of others' changes. Null: there is none yet. */
export function useLatestUser<U extends User | null>(known: U): U {
  const path = { id: known?.id ?? '' };
  const { data } = api.useQuery('get', '/api/v1/users/{id}', { params: { path } }, { enabled: known !== null });
  return known === null ? known : (newest(known as User, data) as U);
}
