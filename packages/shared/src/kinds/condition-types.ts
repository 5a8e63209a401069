/*
 * There are two sorts of conditions. Some state the desired situation (Healthy, Present, Ready, AgentHealthy, Fenced): true when all is well. The others,
 * listed here, name a problem: true while the problem exists; false or absent otherwise.
 */

/** Of an attachment and of its volume: a foreign host (not the client) is connected to one of its exports, or was connected when that export was fenced. */
export const FOREIGN_HOST = 'ForeignHost';
/** Of a volume: two legs of a mirror set are in one failure domain. */
export const FAILURE_DOMAIN_VIOLATED = 'FailureDomainViolated';
/** Of a volume: a leg must be replaced or moved, and the repair waits. */
export const REPAIR_WAITING = 'RepairWaiting';

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
/** The agent is connected and has not reported for a long time. */
export const REPORTS_STALE = 'ReportsStale';
/** The node's clock differs from its server's. */
export const CLOCK_SKEWED = 'ClockSkewed';
/** The agent cannot read the node's drives or legs. */
export const NODE_UNREADABLE = 'NodeUnreadable';

export const problemTypes: readonly string[] = [
  FOREIGN_HOST,
  FAILURE_DOMAIN_VIOLATED,
  REPAIR_WAITING,
  IDENTITY_SHARED,
  CREDENTIAL_REVOKED,
  ASSIGNMENT_REFUSED,
  HISTORY_UNKNOWN,
  LEDGER_LOST,
  MESSAGES_OUT_OF_BOUNDS,
  REPORTS_STALE,
  CLOCK_SKEWED,
  NODE_UNREADABLE,
];

interface Said {
  type: string;
  status: 'true' | 'false' | 'unknown';
}
/** True for a problem. An unknown status is neither trouble nor well. */
export const isTrouble = ({ type, status }: Said): boolean => status === (problemTypes.includes(type) ? 'true' : 'false');
export const isWell = ({ type, status }: Said): boolean => status === (problemTypes.includes(type) ? 'false' : 'true');
