import type { Migration } from '../schema/migration.js';

/** The schema from which on a server knows raid10 with three copies, in which each mirror set has an array of its own. */
export const ARRAY_PER_SET_SCHEMA = 41;

/**
 * Volumes of `raid10` may have `spec.copies` 3. What is stored has the same form; older servers can use the database until there is such a volume. They would
 * not find its arrays by the one UUID that is stored, when they make a database again from drives (`ThreeCopies.endOlderServers`).
 */
export const arrayPerSet: Migration = {
  version: ARRAY_PER_SET_SCHEMA,
  name: 'array-per-set',
  keepsOlderServers: true,
  run: async () => undefined,
};
