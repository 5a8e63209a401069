/*
 * Conditions are of two sorts. Some say what should be (Healthy, Present, Ready, AgentHealthy, Fenced): true when all is well. The others, here,
 * name a problem: true while there is one; false or absent when there is none (any more).
 */

/** Of an attachment and of its volume: a host that is not its client is connected to one of its exports, or was when that was fenced. */
export const FOREIGN_HOST = 'ForeignHost';
/** Of a volume: two sides of a mirror stand in one failure domain. */
export const FAILURE_DOMAIN_VIOLATED = 'FailureDomainViolated';
/** Of a volume: a leg is to be replaced or moved, and that waits. */
export const REPAIR_WAITING = 'RepairWaiting';

/* Of nodes. */

/** Two agents hold its credential. */
export const IDENTITY_SHARED = 'IdentityShared';
/** Its credential was revoked, and it has no new one yet. */
export const CREDENTIAL_REVOKED = 'CredentialRevoked';
/** Its agent refused the last assignment. */
export const ASSIGNMENT_REFUSED = 'AssignmentRefused';
/** It follows another history than the database, or a later state of it. */
export const HISTORY_UNKNOWN = 'HistoryUnknown';
/** Its ledger was damaged or removed. */
export const LEDGER_LOST = 'LedgerLost';
/** What it sent was over the bounds of its kind of message. */
export const MESSAGES_OUT_OF_BOUNDS = 'MessagesOutOfBounds';
/** It is connected and has reported nothing for long. */
export const REPORTS_STALE = 'ReportsStale';
/** Its clock differs from its server's. */
export const CLOCK_SKEWED = 'ClockSkewed';
/** Its agent cannot read its drives or its legs. */
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
/** Something is wrong. What is unknown is neither this nor well. */
export const isTrouble = ({ type, status }: Said): boolean => status === (problemTypes.includes(type) ? 'true' : 'false');
export const isWell = ({ type, status }: Said): boolean => status === (problemTypes.includes(type) ? 'false' : 'true');
