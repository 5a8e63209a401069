import type { MetricName } from '@weft/shared/stats/metrics';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import type { FieldProvenance, MetricProvenance } from '../../provenance/provenance.js';

const BYTES = {
  sizeBytes: { title: 'Size of the namespace', source: 'the node’s inventory (sysfs)' },
  freeBytes: {
    title: 'Free for new legs: capacity minus reserve minus allocations',
    source: 'the server’s record of allocations on drives',
  },
};

/** Provenance of a byte count of a drive. */
export const driveBytes = (
  { id, node, updatedAt }: Pick<Drive, 'id' | 'node' | 'updatedAt'>,
  field: keyof typeof BYTES,
): FieldProvenance => ({
  ...BYTES[field],
  nodes: [{ kind: 'node', ...node }],
  at: updatedAt,
  error: 'Exact, in bytes; rounded down to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/drives/{id}', { params: { path: { id } } }),
  pick: `.${field}`,
});

/** Provenance of a statistics value of a drive. @param at milliseconds */
export const driveValue = (
  { id, serial, node }: Pick<Drive, 'id' | 'serial' | 'node'>,
  metric: MetricName,
  at: number | null,
): MetricProvenance => ({ metric, object: `drive:${id}`, label: serial, source: `Drive ${serial}, read by node ${node.name}`, at });
