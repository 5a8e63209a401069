import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { Drive } from '../../api/types.js';

/** A drive as it is now, from what a list knew of it: a dialog stays open while it changes. */
export function useLatestDrive(known: Drive): Drive {
  const path = { id: known.id };
  return newest(known, api.useQuery('get', '/api/v1/drives/{id}', { params: { path } }).data);
}
