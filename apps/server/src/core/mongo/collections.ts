import type { LiveKind } from '@weft/shared/links/console-link';

/**
 * Every collection of documents with ids, and the receivers of its changes. A kind: browsers that show it, and listeners in each server;
 * `servers`: only those listeners; null: nobody. Migrations give each collection its validator and indexes.
 * (The statistics collections are time series: stats/history/point.document.ts.)
 */
export const collections = {
  nodes: 'node',
  drives: 'drive',
  driveClasses: 'drive-class',
  volumes: 'volume',
  attachments: 'attachment',
  jobs: 'job',
  notes: 'note',
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

type Receivers = typeof collections;
export type CollectionName = keyof Receivers;
/** Collections whose changes have receivers: to listen to another collection is a compiler error. */
export type WatchedCollection = { [Name in CollectionName]: Receivers[Name] extends null ? never : Name }[CollectionName];
export const watchedCollections = (Object.keys(collections) as CollectionName[]).filter(
  (name): name is WatchedCollection => collections[name] !== null,
);

/** Collections that the domain decides on: only domain/store/ writes them, all code may read them. */
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
