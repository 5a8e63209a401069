import { formatBytes } from '@weft/shared/units';
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

const CAPACITY = {
  sizeBytes: 'Size of all drives of the node',
  usedBytes: 'Allocated to legs',
  freeBytes: 'Free for new legs, on drives in service',
  unusableBytes: 'The reserve, metadata of LVM, and drives that are not in service',
};
export type NodeBytes = keyof typeof CAPACITY;

/** Provenance of a byte count of the drives of a node. The server adds it up on each request. */
export const nodeBytes = ({ id, name, capacity }: Node, field: NodeBytes): FieldProvenance => ({
  title: `${CAPACITY[field]}: ${capacity[field].toLocaleString('en')} bytes`,
  source: 'inventories of the node, and the server’s record of allocations on its drives',
  nodes: [{ kind: 'node', id, name }],
  at: null,
  age: 'computed when the node was read; any change of a drive reads it again',
  error: 'Exact, in bytes; rounded down to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/nodes/{id}', { params: { path: { id } } }),
  pick: `.capacity.${field}`,
});

/** The parts of a node's capacity as one sentence. */
export const capacityWords = ({ capacity: { sizeBytes, usedBytes, freeBytes, unusableBytes } }: Pick<Node, 'capacity'>): string =>
  `${formatBytes(usedBytes)} used, ${formatBytes(freeBytes)} free, ${formatBytes(unusableBytes)} unusable, of ${formatBytes(sizeBytes)}`;
