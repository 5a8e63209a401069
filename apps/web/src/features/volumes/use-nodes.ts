import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';

/** The read of each node. */
export const useNodeReads = (ids: readonly string[]) =>
  useQueries({
    queries: [...new Set(ids)].map((id) => api.queryOptions('get', '/api/v1/nodes/{id}', { params: { path: { id } } })),
  });

/** Nodes by id, as far as they have been read. */
export const useNodes = (ids: readonly string[]): ReadonlyMap<string, Node> =>
  new Map(useNodeReads(ids).flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
