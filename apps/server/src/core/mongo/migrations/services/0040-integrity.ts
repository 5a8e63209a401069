import type { Migration } from '../schema/migration.js';

/** The schema from which on a server knows legs on dm-integrity. */
export const INTEGRITY_SCHEMA = 40;

/**
 * Volumes may have the field `spec.integrity`. Older servers can use the database until there is such a volume: they would order its legs without checksums, and
 * targets would export none of them (`IntegrityServers.endOlderServers`).
 */
export const integrity: Migration = {
  version: INTEGRITY_SCHEMA,
  name: 'integrity',
  keepsOlderServers: true,
  run: async () => undefined,
};
