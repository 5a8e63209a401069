import { apiRequest } from '../../api/curl.js';
import type { DriveClass } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

const BOOK = 'the server’s book of what is allocated on the drives that belong to the class now';
const FIELDS = {
  driveCount: { title: 'Drives that belong to it now', source: 'the drives that the server knows of', error: 'Exact.' },
  nodeCount: { title: 'Nodes of those drives', source: 'the drives that the server knows of', error: 'Exact.' },
  capacityBytes: {
    title: 'What legs can use in all, of drives in service',
    source: BOOK,
    error: 'Exact, in bytes; shown cut to two decimals.',
  },
  freeBytes: { title: 'What new legs may take', source: BOOK, error: 'Exact, in bytes; shown cut to two decimals.' },
};

/** Provenance of a number of a drive class. The server adds it up on each request. */
export const classNumber = ({ id }: Pick<DriveClass, 'id'>, field: keyof typeof FIELDS): FieldProvenance => ({
  ...FIELDS[field],
  nodes: [],
  at: null,
  age: 'added up when the list was read, which is again as soon as a drive changes',
  promql: null,
  request: apiRequest('get', '/api/v1/drive-classes/{id}', { params: { path: { id } } }),
  pick: `.${field}`,
});
