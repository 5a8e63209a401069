import type { Migration } from './schema/migration.js';

/** The schema from which on a server knows mirrors with three copies. */
export const THREE_COPIES_SCHEMA = 37;

/**
 * Volumes may have the field `spec.copies`. Older servers can use the database until there is such a volume: they would take its third half for a mirror
 * set of its own (`ThreeCopies.endOlderServers`).
 */
export const threeCopies: Migration = {
  version: THREE_COPIES_SCHEMA,
  name: 'three-copies',
  keepsOlderServers: true,
  run: async () => undefined,
};
