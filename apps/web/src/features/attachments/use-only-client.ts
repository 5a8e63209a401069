import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Attachment } from '../../api/types.js';
import { listQuery } from '../../table/rows/list-search.js';
import { onlyClient } from './only-client.js';

/** The client that a new attachment starts with; empty: the user chooses. It stays as it was first read: a dialog never changes its choice under the user. */
export function useOnlyClient(attachments: readonly Attachment[]): string {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = api.useQuery(
    'get',
    '/api/v1/nodes',
    { params: { query: listQuery({ sort: 'name' as const }) } },
    { enabled: chosen === null },
  );
  if (chosen === null && data) {
    const attached = attachments.map(({ node }) => node.id);
    setChosen((data.nextCursor === null ? onlyClient(data.items, attached) : null) ?? '');
  }
  return chosen ?? '';
}
