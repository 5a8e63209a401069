import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.js';
import { usePast } from '../../../api/past.js';
import { VALUE_METRICS, type Values } from '../../../topology/colours.js';
import type { Fabric } from '../../../topology/fabric.js';
import type { Colouring } from '../../../topology/topology-search.js';
import { REREAD_MS, readValues } from './read-values.js';

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

/** Load or latency of all objects in the picture over the last stored half minute. */
export function useValues(fabric: Fabric, colouring: Colouring): { values: Values; isReading: boolean; error: unknown } {
  const past = usePast();
  const isWanted = past === null && (colouring === 'load' || colouring === 'latency');
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
      await readValues([...objects.keys()], [metric], signal, (object, _, value) => {
        const key = objects.get(object);
        if (key !== undefined) values.set(key, value);
      });
      return values;
    },
  });
  return { values: (isWanted ? query.data : null) ?? NONE, isReading: isWanted && query.isPending, error: isWanted ? query.error : null };
}
