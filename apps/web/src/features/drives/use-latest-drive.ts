import { api } from '../../api/client.js';
import { newest } from '../../api/newest.js';
import type { Drive } from '../../api/types.js';

/** The latest state of a drive known from a list: a dialog stays open while the drive changes. */
export function useLatestDrive(known: Drive): Drive {
  const path = { id: known.id };
  return newest(known, api.useQuery('get', '/api/v1/drives/{id}', { params: { path } }).data);
}
