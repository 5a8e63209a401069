/** Every collection there is. Migrations give each its validator and indexes. */
export const collectionNames = [
  'nodes',
  'drives',
  'driveClasses',
  'volumes',
  'attachments',
  'jobs',
  'assignments',
  'objectStatuses',
  'audit',
  'users',
  'sessions',
  'enrollmentTokens',
  'settings',
  'idempotencyKeys',
  'leases',
  'servers',
  'schema',
] as const;
export type CollectionName = (typeof collectionNames)[number];
