import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from '../../api/client.js';
import { usePast } from '../../api/past.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Topology } from '../../api/types.js';
import { changeListeners } from '../../live/change-listeners.js';
import { TopologyCopy } from '../../live/topology-copy.js';

/** Lists are comma-separated. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

async function readSome(objects: string[]): Promise<Topology> {
  const { data } = await client.GET('/api/v1/topology', { params: { query: { objects } }, querySerializer });
  if (!data) throw new Error('The server answered without a topology.');
  return data;
}

/** The whole topology: read once, then kept current by live changes. */
export function useTopology() {
  const queries = useQueryClient();
  // Data kept from an earlier visit is read again, because no listener updated it meanwhile.
  const topology = api.useQuery('get', '/api/v1/topology', undefined, { refetchOnMount: 'always' });
  const copy = useRef<TopologyCopy | null>(null);

  const past = usePast();
  useEffect(() => {
    if (past !== null) return undefined;
    const kept = new TopologyCopy({
      // A running read may return a state from before a change, so the change waits until the read ends.
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
  }, [queries, past]);

  const { isFetching } = topology;
  useEffect(() => {
    if (!isFetching) copy.current?.go();
  }, [isFetching]);
  return topology;
}
