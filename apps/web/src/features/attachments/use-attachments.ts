import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { Attachment } from '../../api/types.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';

/** Attachments of a volume or on a node. A volume has a few, a node at most some hundreds. */
export const useAttachments = (of: { volumeId?: string; nodeId?: string }) =>
  api.useQuery('get', '/api/v1/attachments', { params: { query: { ...of, limit: PAGE_ROWS } } });

/** The latest state of an attachment known from a list: a dialog stays open while the attachment changes and after it is deleted. */
export function useLatestAttachment(known: Attachment): Attachment {
  const path = { id: known.id };
  return newest(known, api.useQuery('get', '/api/v1/attachments/{id}', { params: { path } }).data);
}
