import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import type { LostNodes } from './drive-status.js';

/** Lost nodes by id: the known state of their drives is from the last report. Usually empty. */
export function useLostNodes(): LostNodes {
  const { data } = api.useQuery('get', '/api/v1/nodes', { params: { query: { connection: 'lost', limit: PAGE_ROWS } } });
  return useMemo(() => new Map(data?.items.map((node) => [node.id, node])), [data]);
}
