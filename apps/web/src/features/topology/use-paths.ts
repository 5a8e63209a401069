import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { type PathStates, pathName } from '../../topology/links.js';

const NONE: PathStates = new Map();

/** Path states of the selected volume as reported by its clients. The volume is read for the details anyway. */
export function usePaths(selected: string | null): PathStates {
  const id = selected?.startsWith('volume:') ? selected.slice('volume:'.length) : '';
  const { data } = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id } } }, { enabled: id !== '' });
  return useMemo(() => {
    if (!data) return NONE;
    const views = data.legs.flatMap(({ observations }) => observations?.attachments ?? []);
    const states = new Map<string, string | null>();
    for (const { attachmentId, paths } of views)
      for (const { address, controllerState } of paths) {
        const name = pathName(attachmentId, address);
        // Several legs share one address: a path that is not live wins.
        if (states.get(name) === undefined || controllerState !== 'live') states.set(name, controllerState);
      }
    return states;
  }, [data]);
}
