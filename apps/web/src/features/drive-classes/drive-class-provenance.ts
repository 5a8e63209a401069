import { apiRequest } from '../../api/curl.js';
import type { DriveClass } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

const BOOK = 'the server’s record of allocations on the current drives of the class';
const FIELDS = {
  driveCount: { title: 'Current drives of the class', source: 'the drives that the server knows', error: 'Exact.' },
  inServiceCount: { title: 'Drives of the class that are in service', source: 'the drives that the server knows', error: 'Exact.' },
  nodeCount: { title: 'Nodes of these drives', source: 'the drives that the server knows', error: 'Exact.' },
  capacityBytes: {
    title: 'Capacity for legs on drives in service',
    source: BOOK,
    error: 'Exact, in bytes; rounded down to two decimals.',
  },
  allocatedBytes: { title: 'Allocated to legs', source: BOOK, error: 'Exact, in bytes; rounded down to two decimals.' },
  freeBytes: { title: 'Available for new legs', source: BOOK, error: 'Exact, in bytes; rounded down to two decimals.' },
};

/** Provenance of a number of a drive class. The server adds it up on each request. */
export const classNumber = ({ id }: Pick<DriveClass, 'id'>, field: keyof typeof FIELDS): FieldProvenance => ({
  ...FIELDS[field],
  nodes: [],
  at: null,
  age: 'computed when the list was read; any change of a drive reads it again',
  promql: null,
  request: apiRequest('get', '/api/v1/drive-classes/{id}', { params: { path: { id } } }),
  pick: `.${field}`,
});
