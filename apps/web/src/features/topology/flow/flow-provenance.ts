import { apiRequest } from '../../../api/curl.js';
import { serverNow } from '../../../api/server-clock.js';
import type { Topology } from '../../../api/types.js';
import type { FieldProvenance } from '../../../provenance/provenance.js';

/** Limit of objects named in the command: it is an example. */
const MOST_NAMED = 8;

/** Source of width and colour of the links. */
export function flowProvenance({ attachments }: Pick<Topology, 'attachments'>): FieldProvenance {
  const objects = attachments.slice(0, MOST_NAMED).map(({ id }) => `attachment:${id}`);
  return {
    title: 'Throughput and average latency of attachments',
    source: 'dm-stats: the kernel’s count of every I/O, of volumes on clients',
    nodes: [],
    at: null,
    age: 'the last stored 30 s; read again every 15 s',
    error: 'Exact for an attachment. How it divides its I/O among its links is not observed: each of them shows all of it.',
    promql: 'sum by (volume, client) (rate(weft_volume_read_bytes_total[1m]) + rate(weft_volume_written_bytes_total[1m]))',
    request: apiRequest('get', '/api/v1/stats/query', {
      params: {
        query: {
          objects: objects.length > 0 ? objects : ['cluster'],
          metrics: ['throughput', 'latency-average'],
          from: new Date(serverNow() - 60_000).toISOString(),
        },
      },
    }),
    pick: '.series[] | {objects, metric, values}',
  };
}
