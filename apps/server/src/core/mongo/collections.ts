/** Every collection of documents with ids. Migrations give each its validator and indexes. (Those of statistics are time series: stats/history/point.document.ts.) */
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
  'statisticsProgress',
] as const;
export type CollectionName = (typeof collectionNames)[number];
