import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { type PathStates, pathName } from '../../topology/links.js';

const NONE: PathStates = new Map();

/** Of a selected volume, what its clients say of each path: its details are read anyway. */
export function usePaths(selected: string | null): PathStates {
  const id = selected?.startsWith('volume:') ? selected.slice('volume:'.length) : '';
  const { data } = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id } } }, { enabled: id !== '' });
  return useMemo(() => {
    if (!data) return NONE;
    const views = data.legs.flatMap(({ truth }) => truth?.attachments ?? []);
    const states = new Map<string, string | null>();
    for (const { attachmentId, paths } of views)
      for (const { address, controllerState } of paths) {
        const name = pathName(attachmentId, address);
        // Several legs behind one address: the one that does not work counts.
        if (states.get(name) === undefined || controllerState !== 'live') states.set(name, controllerState);
      }
    return states;
  }, [data]);
}
