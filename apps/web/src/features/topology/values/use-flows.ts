import { useQuery } from '@tanstack/react-query';
import { usePast } from '../../../api/past.js';
import type { Fabric } from '../../../topology/fabric.js';
import type { Flow, Flows } from '../../../topology/flow.js';
import { REREAD_MS, readValues } from './read-values.js';

const NONE: Flows = new Map();
const METRICS = ['throughput', 'latency-average'] as const;

export interface ObservedFlows {
  values: Flows;
  isReading: boolean;
  error: unknown;
}

/** Throughput and latency of every attachment over the last stored half minute. Null: not wanted, or the page shows the past. */
export function useFlows({ topology }: Fabric, isAsked: boolean): ObservedFlows | null {
  const past = usePast();
  const isWanted = isAsked && past === null;
  const query = useQuery({
    queryKey: ['topology-flows'],
    enabled: isWanted,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<Flows> => {
      const flows = new Map<string, Flow>();
      const objects = topology.attachments.map(({ id }) => `attachment:${id}`);
      await readValues(objects, [...METRICS], signal, (object, metric, value) => {
        const id = object.slice('attachment:'.length);
        const flow = flows.get(id) ?? { bytesPerSecond: null, latencySeconds: null };
        flows.set(id, { ...flow, ...(metric === 'throughput' ? { bytesPerSecond: value } : { latencySeconds: value }) });
      });
      return flows;
    },
  });
  return isWanted ? { values: query.data ?? NONE, isReading: query.isPending, error: query.error } : null;
}
