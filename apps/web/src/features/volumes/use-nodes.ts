import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';

/** Nodes by id, as far as they have been read. */
export function useNodes(ids: readonly string[]): ReadonlyMap<string, Node> {
  const wanted = [...new Set(ids)];
  const found = useQueries({ queries: wanted.map((id) => api.queryOptions('get', '/api/v1/nodes/{id}', { params: { path: { id } } })) });
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}
