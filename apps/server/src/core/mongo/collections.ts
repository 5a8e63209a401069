import { type NounName, nounNames, nouns } from '@weft/shared/kinds/nouns';
import type { LiveKind } from '@weft/shared/links/console-link';

type Nouns = typeof nouns;
type CamelCase<Path extends string> = Path extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Path;
type CollectionOf<Noun extends NounName> = CamelCase<Nouns[Noun]['path']>;

/** The collection of a noun: its path in camel case. */
const collectionOf = <Noun extends NounName>(noun: Noun) =>
  nouns[noun].path.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as CollectionOf<Noun>;

/** Collections of live nouns: their changes go to browsers. */
const liveCollections = Object.fromEntries(nounNames.flatMap((noun) => (nouns[noun].live ? [[collectionOf(noun), noun]] : []))) as {
  [Kind in LiveKind as CollectionOf<Kind>]: Kind;
};

/**
 * Every collection of documents with ids, and the receivers of its changes. A kind: browsers that show it, and listeners in each server;
 * `servers`: only those listeners; null: nobody. Migrations give each collection its validator and indexes.
 * (The statistics collections are time series: stats/history/point.document.ts.)
 */
export const collections = {
  ...liveCollections,
  assignments: 'servers',
  objectStatuses: 'servers',
  orphanIgnores: 'servers',
  orphanOrders: 'servers',
  authenticationPairs: 'servers',
  volumeKeys: null,
  preflightAnswers: null,
  preflightAcceptances: null,
  preflightFindings: null,
  users: 'servers',
  sessions: 'servers',
  apiTokens: 'servers',
  audit: null,
  auditChain: null,
  eventStates: null,
  alertMemory: null,
  notifications: null,
  moments: null,
  momentRuns: null,
  enrollmentTokens: null,
  certificateAuthority: null,
  idempotencyKeys: null,
  leases: null,
  servers: null,
  schema: null,
  benchmarkOutputs: null,
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
