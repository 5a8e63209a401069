import { apiRequest } from '../../../api/curl.js';
import { serverNow } from '../../../api/server-clock.js';
import type { Topology } from '../../../api/types.js';
import type { FieldProvenance } from '../../../provenance/provenance.js';
import { VALUE_METRICS } from '../../../topology/colours.js';
import type { Colouring } from '../../../topology/topology-search.js';

/** Limit of objects named in the command. The command is an example: the picture itself requests all of them, 200 per request. */
const MOST_NAMED = 8;
const COUNTED = 'dm-stats: the kernel’s count of every I/O, of volumes on clients and of legs on targets';
const NOW = 'the last stored 30 s; read again every 15 s';

/** Provenance of the colours; null: they are states, which have their own explanation. */
export function legendProvenance(colouring: Colouring, { volumes }: Pick<Topology, 'volumes'>): FieldProvenance | null {
  const ofTopology = {
    nodes: [],
    at: null,
    age: 'as of the diagram, which follows every change',
    request: apiRequest('get', '/api/v1/topology', {}),
  };
  const objects = volumes.slice(0, MOST_NAMED).map(({ id }) => `volume:${id}`);
  const ofStatistics = (metric: string) => ({
    nodes: [],
    at: null,
    age: NOW,
    source: COUNTED,
    request: apiRequest('get', '/api/v1/stats/query', {
      params: {
        query: {
          objects: objects.length > 0 ? objects : ['cluster'],
          metrics: [metric],
          from: new Date(serverNow() - 60_000).toISOString(),
        },
      },
    }),
    pick: '.series[] | {objects, values}',
  });
  switch (colouring) {
    case 'space':
      return {
        ...ofTopology,
        title: 'Allocated to legs, as a fraction of the capacity for legs',
        source: 'the server’s record of allocations on drives',
        error: 'Exact, in bytes.',
        promql: null,
        pick: '.drives[] | [.serial, .allocatedBytes, .capacityBytes]',
      };
    case 'wear':
      return {
        ...ofTopology,
        title: 'Used endurance, by SMART',
        source: 'NVMe SMART / Health log of each drive',
        error: 'As reported by the drive, in whole percent; read every few minutes.',
        promql: 'max by (drive) (weft_drive_wear_ratio)',
        pick: '.drives[] | [.serial, .wearRatio]',
      };
    case 'load':
      return {
        ...ofStatistics(VALUE_METRICS.load),
        title: 'I/O operations per second',
        error: 'Exact: difference of a counter over the observed time. Nothing is sampled.',
        promql: 'sum by (volume) (rate(weft_volume_reads_total[1m])) + sum by (volume) (rate(weft_volume_writes_total[1m]))',
      };
    case 'latency':
      return {
        ...ofStatistics(VALUE_METRICS.latency),
        title: 'Average latency',
        error: 'Exact: total time divided by the number of I/Os.',
        promql:
          'sum by (volume) (rate(weft_volume_io_seconds_total[1m])) / (sum by (volume) (rate(weft_volume_reads_total[1m])) + sum by (volume) (rate(weft_volume_writes_total[1m])))',
      };
    default:
      return null;
  }
}
