import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from '../../api/client.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Topology } from '../../api/types.js';
import { changeListeners } from '../../live/change-listeners.js';
import { TopologyCopy } from '../../live/topology-copy.js';

/** Lists are separated by commas. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

async function readSome(objects: string[]): Promise<Topology> {
  const { data } = await client.GET('/api/v1/topology', { params: { query: { objects } }, querySerializer });
  if (!data) throw new Error('The server answered without a topology.');
  return data;
}

/** The whole topology: read once, and kept true by what changes. */
export function useTopology() {
  const queries = useQueryClient();
  // What is kept from an earlier visit is read again: nobody has listened meanwhile.
  const topology = api.useQuery('get', '/api/v1/topology', undefined, { refetchOnMount: 'always' });
  const copy = useRef<TopologyCopy | null>(null);

  useEffect(() => {
    const kept = new TopologyCopy({
      // What is being read may be of before a change: that waits.
      copy: () =>
        queries.isFetching({ queryKey: queryKeys.topology }) > 0 ? undefined : queries.getQueryData<Topology>(queryKeys.topology),
      keep: (next) => queries.setQueryData<Topology>(queryKeys.topology, next),
      readSome,
      readAll: () => queries.invalidateQueries({ queryKey: queryKeys.topology }),
      after: (milliseconds, callback) => {
        setTimeout(callback, milliseconds);
      },
    });
    copy.current = kept;
    const listen = kept.changed.bind(kept);
    changeListeners.add(listen);
    return () => {
      changeListeners.delete(listen);
      kept.end();
      copy.current = null;
    };
  }, [queries]);

  const { isFetching } = topology;
  useEffect(() => {
    if (!isFetching) copy.current?.go();
  }, [isFetching]);
  return topology;
}
