import { api } from '../../api/client.js';
import { PAGE_ROWS } from '../../table/list-search.js';

/** Attachments of a volume or on a node; a volume has a few, a node at most some hundred. */
export const useAttachments = (of: { volumeId?: string; nodeId?: string }) =>
  api.useQuery('get', '/api/v1/attachments', { params: { query: { ...of, limit: PAGE_ROWS } } });
