import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { Attachment } from '../../api/types.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';

/** Attachments of a volume or on a node; a volume has a few, a node at most some hundred. */
export const useAttachments = (of: { volumeId?: string; nodeId?: string }) =>
  api.useQuery('get', '/api/v1/attachments', { params: { query: { ...of, limit: PAGE_ROWS } } });

/** An attachment as it is now, from what a list knew of it: a dialog stays open while it changes, and when it is gone. */
export function useLatestAttachment(known: Attachment): Attachment {
  const path = { id: known.id };
  return newest(known, api.useQuery('get', '/api/v1/attachments/{id}', { params: { path } }).data);
}
