import type { Document } from 'mongodb';
import type { CollectionName } from '../mongo/collections.js';

/** What a caller who does not reach all volumes sees of the database. */
export interface ScopeRows {
  /** The caller: reads of one key have the same result. */
  key: string;
  callerName: string;
  /** Name under which the caller has requested jobs. Null: a token with a selector, which shares the name with all of its user. */
  jobsOf: string | null;
  volumeIds: readonly string[];
  attachmentIds: readonly string[];
  /** Legs of the volumes. */
  legIds: readonly string[];
}

/** open: nothing in it is about volumes, or only what other rows lead to. closed: a read fails. Otherwise the filter of the visible rows. */
type Rule = 'open' | 'closed' | ((rows: ScopeRows) => Document);

/** Every element of `subjects` is one of these, and none was left out of the document. */
const allSubjects = (ids: readonly string[]): Document => ({
  $nor: [{ subjects: { $elemMatch: { id: { $nin: ids } } } }],
  $expr: { $eq: ['$subjectCount', { $size: '$subjects' }] },
});

/**
 * The rows of each collection that a read returns while the running request sees only some volumes. A new collection does not compile until it is here;
 * closed is always safe.
 */
export const scopeRules: Record<CollectionName, Rule> = {
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
  audit: 'closed',
  auditChain: 'closed',
  eventStates: 'closed',
  alertMemory: 'closed',
  notifications: 'closed',
  enrollmentTokens: 'closed',
  certificateAuthority: 'closed',
  authenticationPairs: 'closed',
  idempotencyKeys: 'closed',
};
