import type { LiveKind } from '@weft/shared/links/console-link';

/**
 * Every collection of documents with ids, and who is told of its changes: a kind stands for browsers that show it, and for listeners
 * in each server; `servers` for those listeners alone; null for nobody. Migrations give each collection its validator and indexes.
 * (Those of statistics are time series: stats/history/point.document.ts.)
 */
export const collections = {
  nodes: 'node',
  drives: 'drive',
  driveClasses: 'drive-class',
  volumes: 'volume',
  attachments: 'attachment',
  jobs: 'job',
  settings: 'settings',
  assignments: 'servers',
  objectStatuses: 'servers',
  users: 'servers',
  sessions: 'servers',
  audit: null,
  enrollmentTokens: null,
  idempotencyKeys: null,
  leases: null,
  servers: null,
  schema: null,
  statisticsProgress: null,
} as const satisfies Record<string, LiveKind | 'servers' | null>;

type Told = typeof collections;
export type CollectionName = keyof Told;
/** Those whose changes somebody is told of: to listen for another one is an error of the compiler. */
export type WatchedCollection = { [Name in CollectionName]: Told[Name] extends null ? never : Name }[CollectionName];
export const watchedCollections = (Object.keys(collections) as CollectionName[]).filter(
  (name): name is WatchedCollection => collections[name] !== null,
);

/** What the domain decides on: written by domain/store/ alone, read by everybody. */
export const domainCollections = [
  'nodes',
  'drives',
  'driveClasses',
  'volumes',
  'attachments',
  'assignments',
  'objectStatuses',
] as const satisfies CollectionName[];
export type DomainCollection = (typeof domainCollections)[number];
