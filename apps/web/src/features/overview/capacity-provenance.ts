import { apiRequest } from '../../api/curl.js';
import type { ClassCapacity } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

const FIELDS = {
  usedBytes: 'Allocated to legs',
  freeBytes: 'Available for new legs',
  reservedBytes: 'Never allocated (setting reservedRatio)',
  capacityBytes: 'Capacity for legs on drives in service',
};
export type CapacityField = keyof typeof FIELDS;

/** Provenance of a byte count of a class's capacity. @param at time of the overview */
export const capacityBytes = (of: ClassCapacity, field: CapacityField, at: string): FieldProvenance => ({
  title: `${FIELDS[field]}: ${of[field].toLocaleString('en')} bytes`,
  source: 'the server’s record of allocations on the current drives of the class',
  nodes: [],
  at,
  error: 'Exact, in bytes; rounded down to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/overview', {}),
  pick: `.classes[] | select(.driveClass.id == "${of.driveClass.id}") | .${field}`,
});
