import { apiRequest } from '../../api/curl.js';
import type { Node } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

/** Provenance of the memory size of a node. */
export const nodeMemory = ({ id, name, updatedAt }: Node): FieldProvenance => ({
  title: `Memory of ${name}`,
  source: '/proc/meminfo, in the inventory of its agent',
  nodes: [{ kind: 'node', id, name }],
  at: updatedAt,
  error: 'As reported by the kernel, in KiB.',
  promql: `weft_node_memory_total_bytes{node=${JSON.stringify(name)}}`,
  request: apiRequest('get', '/api/v1/nodes/{id}', { params: { path: { id } } }),
  pick: '.memoryBytes',
});
