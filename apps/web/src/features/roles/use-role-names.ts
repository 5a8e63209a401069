import { roles } from '@weft/shared/kinds/user';
import { api } from '../../api/client.js';

/** Names of all roles for a choice; the built-in ones until the list is there, and the present one always. */
export function useRoleNames(present: string): string[] {
  const { data } = api.useQuery('get', '/api/v1/roles', { params: { query: { limit: 200, sort: 'createdAt' } } }, { retry: false });
  return [...new Set([...roles, ...(data?.items ?? []).map(({ name }) => name), present])];
}
