import { apiRequest } from '../../api/curl.js';
import type { Volume } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

const FIELDS = {
  sizeBytes: { of: 'the device', source: 'the spec' },
  rawBytes: { of: 'all its legs', source: 'the server’s record of allocations on drives' },
};

/** Provenance of a byte count of a volume. */
export function volumeBytes(volume: Volume, field: keyof typeof FIELDS): FieldProvenance {
  const { id, updatedAt, legs } = volume;
  const { of, source } = FIELDS[field];
  return {
    title: `${volume[field].toLocaleString('en')} bytes of ${of}`,
    source,
    nodes: field === 'rawBytes' ? [...new Map(legs.map(({ node }) => [node.id, { kind: 'node' as const, ...node }])).values()] : [],
    at: updatedAt,
    error: 'Exact, in bytes; rounded down to two decimals.',
    promql: null,
    request: apiRequest('get', '/api/v1/volumes/{id}', { params: { path: { id } } }),
    pick: `.${field}`,
  };
}
