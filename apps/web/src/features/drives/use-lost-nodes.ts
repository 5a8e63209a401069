import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import type { LostNodes } from './drive-status.js';

/** Nodes that are lost, by id: what is known of their drives is the last they said. Mostly there is none. */
export function useLostNodes(): LostNodes {
  const { data } = api.useQuery('get', '/api/v1/nodes', { params: { query: { connection: 'lost', limit: PAGE_ROWS } } });
  return useMemo(() => new Map(data?.items.map((node) => [node.id, node])), [data]);
}
