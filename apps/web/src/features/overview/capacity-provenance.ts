import { apiRequest } from '../../api/curl.js';
import type { ClassCapacity } from '../../api/types.js';
import type { FieldProvenance } from '../../provenance/provenance.js';

const FIELDS = {
  usedBytes: 'Allocated to legs',
  freeBytes: 'What new legs may take',
  reservedBytes: 'Never allocated, by the setting reservedRatio',
  capacityBytes: 'What legs can use in all, of drives in service',
};
export type CapacityField = keyof typeof FIELDS;

/** Provenance of a byte count of a class's capacity. @param at time of the overview */
export const capacityBytes = (of: ClassCapacity, field: CapacityField, at: string): FieldProvenance => ({
  title: `${FIELDS[field]}: ${of[field].toLocaleString('en')} bytes`,
  source: 'the server’s book of what is allocated on the drives that belong to the class now',
  nodes: [],
  at,
  error: 'Exact, in bytes; shown cut to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/overview', {}),
  pick: `.classes[] | select(.driveClass.id == "${of.driveClass.id}") | .${field}`,
});
