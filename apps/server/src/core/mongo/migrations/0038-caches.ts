import type { Migration } from './schema/migration.js';

/** The schema from which on a server knows caches and cache drives. */
export const CACHES_SCHEMA = 38;

/**
 * Drives may have the field `spec.role`, volumes `spec.cache`, legs `spec.cache`. Older servers can use the database until there is a cache drive or a volume
 * with a cache: they would place legs on the one, and forget the bytes that are reserved for the other (`CacheServers.endOlderServers`).
 */
export const caches: Migration = {
  version: CACHES_SCHEMA,
  name: 'caches',
  keepsOlderServers: true,
  run: async () => undefined,
};
