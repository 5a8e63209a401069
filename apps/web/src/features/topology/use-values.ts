import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.js';
import { serverNow } from '../../api/server-clock.js';
import { VALUE_METRICS, type Values } from '../../topology/colours.js';
import type { Fabric } from '../../topology/fabric.js';
import type { Colouring } from '../../topology/topology-search.js';

const LOOK_BACK_MS = 40_000;
const STEP_SECONDS = 30;
const REREAD_MS = 15_000;
/** Maximum number of objects in one request. */
const AT_ONCE = 200;

const querySerializer = { array: { style: 'form', explode: false } } as const;
const NONE: Values = new Map();

/** Statistics objects by the key of their box; drives come from a request of their own. */
function objectsOf({ topology, sides }: Fabric): Map<string, string> {
  const objects = new Map<string, string>();
  for (const { id } of topology.volumes) objects.set(`volume:${id}`, `volume:${id}`);
  for (const side of ['targets', 'clients'] as const)
    for (const { racks } of sides[side])
      for (const { nodes } of racks)
        for (const { id } of nodes) objects.set(`${side === 'targets' ? 'target' : 'client'}:${id}`, `node:${id}`);
  return objects;
}

/** Load or latency of all objects in the picture over the last stored half minute. The requests run one after the other. */
export function useValues(fabric: Fabric, colouring: Colouring): { values: Values; isReading: boolean; error: unknown } {
  const isWanted = colouring === 'load' || colouring === 'latency';
  const query = useQuery({
    queryKey: ['topology-values', colouring],
    enabled: isWanted,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<Values> => {
      const metric = VALUE_METRICS[colouring as keyof typeof VALUE_METRICS];
      const objects = objectsOf(fabric);
      const values = new Map<string, number>();
      const map = await client.GET('/api/v1/drive-map', { signal });
      for (const { id, iops, latencySeconds } of map.data?.drives ?? []) {
        const value = metric === 'iops' ? iops : latencySeconds;
        if (value !== null) values.set(`drive:${id}`, value);
      }
      const from = new Date(serverNow() - LOOK_BACK_MS).toISOString();
      const wanted = [...objects.keys()];
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const query = { objects: wanted.slice(at, at + AT_ONCE), metrics: [metric], from, step: STEP_SECONDS };
        const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, signal });
        for (const series of data?.series ?? []) {
          const key = objects.get(series.objects[0] ?? '');
          const value = series.values?.findLast((each) => each !== null);
          if (key !== undefined && value != null) values.set(key, value);
        }
      }
      return values;
    },
  });
  return { values: (isWanted ? query.data : null) ?? NONE, isReading: isWanted && query.isPending, error: isWanted ? query.error : null };
}
