/** Of an attachment and of its volume: a foreign host (not the client) is connected to one of its exports, or was connected when that export was fenced. */
export const FOREIGN_HOST = 'ForeignHost';
/** Of an attachment: a target does not authenticate the client, or the client the target, although the cluster's setting wants it. */
export const UNAUTHENTICATED = 'Unauthenticated';
/** Of an attachment: a path is not encrypted, although the cluster's setting wants it. */
export const UNENCRYPTED = 'Unencrypted';
/** Of an attachment: its limits per client are not in force as ordered. */
export const LIMITS_NOT_IN_FORCE = 'LimitsNotInForce';
/** Of a volume: two legs of a mirror set are in one failure domain. */
export const FAILURE_DOMAIN_VIOLATED = 'FailureDomainViolated';
/** Of a volume: a leg must be replaced or moved, and the repair waits. */
export const REPAIR_WAITING = 'RepairWaiting';

/** Of a volume: the last scrub found places where the halves of the mirror differ. */
export const MISMATCHES_FOUND = 'MismatchesFound';

/** Of a volume: a leg is without the cache that the volume's policy wants. */
export const CACHE_INCOMPLETE = 'CacheIncomplete';

/** Of a volume: a leg on dm-integrity returned wrong bytes, and nobody has acknowledged that. */
export const CHECKSUM_ERRORS = 'ChecksumErrors';

/** Of a volume: a scheduled snapshot is due and was not taken. */
export const SNAPSHOT_OVERDUE = 'SnapshotOverdue';

/** Of a leg: md counts it as active, and none of its paths is live. */
export const STALLED = 'Stalled';
/** Of a leg: two reports about it contradict each other. */
export const DISAGREEMENT = 'Disagreement';
/** Of a drive in service: its volume group is missing. */
export const VOLUME_GROUP_LOST = 'VolumeGroupLost';

/* Of nodes. */

/** Two agents hold the node's credential. */
export const IDENTITY_SHARED = 'IdentityShared';
/** The node's credential was revoked, and it has no new one yet. */
export const CREDENTIAL_REVOKED = 'CredentialRevoked';
/** The agent refused the last assignment. */
export const ASSIGNMENT_REFUSED = 'AssignmentRefused';
/** The node follows another history than the database, or a later state of the same history. */
export const HISTORY_UNKNOWN = 'HistoryUnknown';
/** The agent's ledger was damaged or removed. */
export const LEDGER_LOST = 'LedgerLost';
/** The agent sent a message beyond the bounds of its kind. */
export const MESSAGES_OUT_OF_BOUNDS = 'MessagesOutOfBounds';
/** The server refuses a message of the agent, for another reason than its bounds. */
export const MESSAGES_REFUSED = 'MessagesRefused';
/** The agent is connected and has not reported for a long time. */
export const REPORTS_STALE = 'ReportsStale';
/** The node's clock differs from its server's. */
export const CLOCK_SKEWED = 'ClockSkewed';
/** The agent's version or protocol differs from that of the server that it is connected to. */
export const VERSION_SKEWED = 'VersionSkewed';
/** The agent is set to collect latency by direction, and cannot. All other statistics go on. */
export const LATENCY_BY_DIRECTION_MISSING = 'LatencyByDirectionMissing';
/** The agent cannot read the node's drives or legs. */
export const NODE_UNREADABLE = 'NodeUnreadable';

/**
 * Every type of a condition, and what its status `true` states: a capability (all is well), a problem (true while the problem lasts; false or absent
 * otherwise), or a notice, which is neither.
 */
const meanings = {
  AgentHealthy: 'capability',
  Available: 'capability',
  Fenced: 'capability',
  Healthy: 'capability',
  Present: 'capability',
  [FOREIGN_HOST]: 'problem',
  [FAILURE_DOMAIN_VIOLATED]: 'problem',
  [REPAIR_WAITING]: 'problem',
  [MISMATCHES_FOUND]: 'problem',
  [STALLED]: 'problem',
  [DISAGREEMENT]: 'problem',
  [VOLUME_GROUP_LOST]: 'problem',
  [IDENTITY_SHARED]: 'problem',
  [CREDENTIAL_REVOKED]: 'problem',
  [ASSIGNMENT_REFUSED]: 'problem',
  [HISTORY_UNKNOWN]: 'problem',
  [LEDGER_LOST]: 'problem',
  [MESSAGES_OUT_OF_BOUNDS]: 'problem',
  [MESSAGES_REFUSED]: 'problem',
  [REPORTS_STALE]: 'problem',
  [CLOCK_SKEWED]: 'problem',
  [NODE_UNREADABLE]: 'problem',
  [UNAUTHENTICATED]: 'notice',
  [UNENCRYPTED]: 'notice',
  [LIMITS_NOT_IN_FORCE]: 'notice',
  [CACHE_INCOMPLETE]: 'notice',
  [CHECKSUM_ERRORS]: 'notice',
  [SNAPSHOT_OVERDUE]: 'notice',
  Maintenance: 'notice',
  MaintenanceEnded: 'notice',
  [VERSION_SKEWED]: 'notice',
  [LATENCY_BY_DIRECTION_MISSING]: 'notice',
} as const;
export type ConditionType = keyof typeof meanings;

const typesOf = (wanted: string): string[] => Object.entries(meanings).flatMap(([type, meaning]) => (meaning === wanted ? [type] : []));
export const problemTypes: readonly string[] = typesOf('problem');
const noticeTypes: readonly string[] = typesOf('notice');

interface State {
  type: string;
  status: 'true' | 'false' | 'unknown';
}
/** True for a problem. An unknown status is neither trouble nor well. A type of another version counts as a capability. */
export const isTrouble = ({ type, status }: State): boolean =>
  !noticeTypes.includes(type) && status === (problemTypes.includes(type) ? 'true' : 'false');
export const isWell = ({ type, status }: State): boolean =>
  noticeTypes.includes(type) || status === (problemTypes.includes(type) ? 'false' : 'true');
