import { type NounName, nounNames, nouns } from '@weft/shared/kinds/nouns';
import type { LiveKind } from '@weft/shared/links/console-link';
import type { Document } from 'mongodb';
import type { ScopeRule } from '../scope/scope-rows.js';

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
 */
export const collections = {
  ...liveCollections,
  assignments: 'servers',
  objectStatuses: 'servers',
  orphanIgnores: 'servers',
  orphanOrders: 'servers',
  authenticationPairs: 'servers',
  snapshotSets: 'servers',
  exportKeys: null,
  volumeKeys: null,
  preflightAnswers: null,
  preflightAcceptances: null,
  preflightFindings: null,
  users: 'servers',
  roles: 'servers',
  volumeGroups: 'servers',
  sessions: 'servers',
  loginChallenges: null,
  oidcLogins: null,
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
  wipeRecords: null,
  statisticsProgress: null,
  traces: null,
} as const satisfies Record<string, LiveKind | 'servers' | null>;

type Receivers = typeof collections;
export type CollectionName = keyof Receivers;
/** Collections whose changes have receivers: to listen to another collection is a compiler error. */
export type WatchedCollection = { [Name in CollectionName]: Receivers[Name] extends null ? never : Name }[CollectionName];
export const watchedCollections = (Object.keys(collections) as CollectionName[]).filter(
  (name): name is WatchedCollection => collections[name] !== null,
);

/** Collections of statistics (stats/history/point.document.ts). They are time series, whose documents have no ids. */
export const timeSeries = ['statisticsTenSeconds', 'statisticsMinutes', 'statisticsHours'] as const;

/** Collections that the domain decides on: only domain/store/ writes them, all code may read them. */
export const domainCollections = [
  'nodes',
  'drives',
  'driveClasses',
  'volumes',
  'attachments',
  'assignments',
  'objectStatuses',
  'snapshotSets',
] as const satisfies CollectionName[];
export type DomainCollection = (typeof domainCollections)[number];

/** Every element of `subjects` is one of these, and none was left out of the document. */
const allSubjects = (ids: readonly string[]): Document => ({
  $nor: [{ subjects: { $elemMatch: { id: { $nin: ids } } } }],
  $expr: { $eq: ['$subjectCount', { $size: '$subjects' }] },
});

/**
 * The rows of each collection that a read returns while the running request sees only some volumes. A new collection does not compile until it is here;
 * closed is always safe.
 */
export const scopeRules: Record<CollectionName, ScopeRule> = {
  volumes: ({ volumeIds }) => ({ _id: { $in: volumeIds } }),
  attachments: ({ volumeIds }) => ({ volumeId: { $in: volumeIds } }),
  // A request of the caller stays visible to its end: after a delete or a detach, nothing else leads to its job.
  jobs: ({ volumeIds, attachmentIds, jobsOf }) => ({
    $or: [{ 'subject.id': { $in: [...volumeIds, ...attachmentIds] } }, ...(jobsOf === null ? [] : [{ requestedBy: jobsOf }])],
  }),
  // An event tells of several objects. The attachment of an event may be gone, so its volume counts.
  events: ({ volumeIds, attachmentIds }) => ({
    $or: [
      { kind: 'volume', ...allSubjects(volumeIds) },
      { kind: 'attachment', ...allSubjects(attachmentIds) },
      { kind: 'attachment', subjectCount: 1, about: { $in: volumeIds } },
    ],
  }),
  // The cause of several objects is shown only to those who see all of them.
  alerts: ({ volumeIds, attachmentIds, legIds }) => {
    const ids = [...volumeIds, ...attachmentIds, ...legIds];
    const causes = [
      { causedBy: null },
      { 'causedBy.subject.kind': { $nin: ['volume', 'attachment', 'leg'] } },
      { 'causedBy.subject.id': { $in: ids } },
    ];
    return { 'subject.id': { $in: ids }, ...allSubjects(ids), $or: causes };
  },
  notes: ({ volumeIds }) => ({ 'subject.kind': 'volume', 'subject.id': { $in: volumeIds } }),
  objectStatuses: ({ attachmentIds, legIds }) => ({ objectId: { $in: [...attachmentIds, ...legIds] } }),
  nodes: 'open',
  drives: 'open',
  driveClasses: 'open',
  settings: 'open',
  servers: 'open',
  schema: 'open',
  leases: 'open',
  statisticsProgress: 'open',
  // Read only for a job that the caller sees, by the ids of its objects.
  traces: 'open',
  // Views read the generation of an assignment, and of orphans their number.
  assignments: 'open',
  orphanIgnores: 'open',
  orphanOrders: 'open',
  // Recorded documents, which become rows of the collections above.
  moments: 'open',
  momentRuns: 'open',
  // Needed before a request is known to be of the caller, and without rows of volumes.
  users: 'closed',
  sessions: 'closed',
  loginChallenges: 'closed',
  oidcLogins: 'closed',
  apiTokens: 'closed',
  roles: 'closed',
  volumeGroups: 'closed',
  channels: 'closed',
  silences: 'closed',
  benchmarks: 'closed',
  benchmarkOutputs: 'closed',
  deployments: 'closed',
  drills: 'closed',
  preflightRuns: 'closed',
  preflightAnswers: 'closed',
  preflightAcceptances: 'closed',
  preflightFindings: 'closed',
  volumeKeys: 'closed',
  wipeRecords: 'closed',
  audit: 'closed',
  auditChain: 'closed',
  eventStates: 'closed',
  alertMemory: 'closed',
  notifications: 'closed',
  enrollmentTokens: 'closed',
  certificateAuthority: 'closed',
  authenticationPairs: 'closed',
  exportKeys: 'closed',
  snapshotSets: 'closed',
  idempotencyKeys: 'closed',
};
