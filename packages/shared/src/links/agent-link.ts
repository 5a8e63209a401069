import { z } from 'zod';
import { idSchema } from '../identity.js';
import type { LegLabels } from '../labels/leg-label.js';
import type { Assignment } from '../messages/assignment.js';
import type { NodeKeys } from '../messages/authentication.js';
import type { BenchmarkNews, BenchmarkOrders } from '../messages/benchmark-orders.js';
import { boundedList, MAX, MOST, textSchema } from '../messages/bounded.js';
import type { DrillNews, DrillOrders } from '../messages/drill-orders.js';
import type { VolumeKeys } from '../messages/encryption.js';
import { heldSchema } from '../messages/history.js';
import type { PreflightAnswer, PreflightOrder } from '../messages/host-facts.js';
import type { Inventory } from '../messages/inventory.js';
import { longList } from '../messages/long-list.js';
import type { OrphanOrders, OrphanOutcome } from '../messages/orphan-orders.js';
import type { Report } from '../messages/report.js';
import type { Sample } from '../messages/sample.js';
import type { TraceNews, TracingOrder } from '../timeline/trace.js';

/** Socket.IO namespace of the agents. */
export const AGENT_NAMESPACE = '/agents';

/** `auth` of the Socket.IO handshake. The credential belongs to the node; enrollment issues it. */
export const agentHandshakeSchema = z.strictObject({
  nodeId: idSchema,
  credential: z.string().min(32).max(128),
  protocol: z.int(),
  agentVersion: z.string().max(64),
  bootId: z.string().max(64),
  /** Id of one agent process, generated at its start: distinguishes a reconnect from another agent with the same credential. */
  instanceId: z.string().max(64).optional(),
  /** Derived from the machine id (machine-id(5)), which itself stays on the machine. */
  machineId: z.string().max(128).optional(),
  /** The stored assignment; absent: an agent that sends it only in its reports. */
  held: heldSchema.optional(),
});
export type AgentHandshake = z.infer<typeof agentHandshakeSchema>;

/** Longest interval between two full reports of an agent, also without changes, seconds. */
export const FULL_REPORT_EVERY_SECONDS = 300;
/** Older reports say nothing about the current state. */
export const REPORTS_STALE_AFTER_SECONDS = 3 * FULL_REPORT_EVERY_SECONDS;

/**
 * Answer to every message of an agent. The server counts and logs a refused message; the agent logs the reason as well.
 * `atMs`: the server's clock when it answered an inventory, milliseconds since 1970; absent: not sent.
 */
export type AgentAck = { ok: true; atMs?: number } | { ok: false; code: string; detail: string };

export const reachableSchema = z.strictObject({ subsystemNqns: boundedList(textSchema(MAX.nqn), MOST.objects) });
export type Reachable = z.infer<typeof reachableSchema>;

/**
 * Allowed reader of the agent's metrics: a scraper whose token has this SHA-256 (hexadecimal); null: nobody. Agents know only the hash. The token is
 * derived from the servers' scrape token (HMAC), and does not reveal it.
 */
export const scrapeAccessSchema = z.strictObject({
  tokenSha256: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type ScrapeAccess = z.infer<typeof scrapeAccessSchema>;

export const historyNewsSchema = z.strictObject({ doubt: z.string().max(1024).nullable() });
export type HistoryNews = z.infer<typeof historyNewsSchema>;

export const credentialOrderSchema = z.strictObject({ credential: agentHandshakeSchema.shape.credential });
export type CredentialOrder = z.infer<typeof credentialOrderSchema>;
export const credentialAckSchema = z.strictObject({ stored: z.boolean() });
export type CredentialAck = z.infer<typeof credentialAckSchema>;

/** Whether the keys are on the agent's disk. */
export const keysAckSchema = z.strictObject({ stored: z.boolean() });
export type KeysAck = z.infer<typeof keysAckSchema>;

/** Whether the agent has the keys in memory. */
export const volumeKeysAckSchema = z.strictObject({ held: z.boolean() });
export type VolumeKeysAck = z.infer<typeof volumeKeysAckSchema>;

/** Longest line and most lines of a journal; `mostBytes` of the order bounds it before these do. */
const JOURNAL_LINE_CHARACTERS = 4096;
const JOURNAL_LINES = 10_000;
export const journalOrderSchema = z.strictObject({ mostBytes: z.int().min(1024).max(1_048_576) });
export type JournalOrder = z.infer<typeof journalOrderSchema>;
/** The newest lines of the agent's log, oldest first; or why there are none. */
export const journalSchema = z.union([
  z.strictObject({ lines: longList(textSchema(JOURNAL_LINE_CHARACTERS), JOURNAL_LINES) }),
  z.strictObject({ unavailable: textSchema(1024) }),
]);
export type Journal = z.infer<typeof journalSchema>;

export interface AgentToServerEvents {
  inventory: (inventory: Inventory, ack: (answer: AgentAck) => void) => void;
  report: (report: Report, ack: (answer: AgentAck) => void) => void;
  /** Statistics of one interval. Sent only while connected, with at most one sample unanswered. */
  sample: (sample: Sample, ack: (answer: AgentAck) => void) => void;
  /** How an order to remove an orphan ended. Sent again whenever a server lists the order. */
  orphan: (outcome: OrphanOutcome, ack: (answer: AgentAck) => void) => void;
  /** What the agent read and probed for a preflight run. */
  preflight: (answer: PreflightAnswer, ack: (answer: AgentAck) => void) => void;
  /** Progress or the end of an order of a benchmark. An end is sent again whenever a server lists the order. */
  benchmark: (news: BenchmarkNews, ack: (answer: AgentAck) => void) => void;
  /** Progress or the end of an order of a drill. An end is sent again whenever a server lists the order. */
  drill: (news: DrillNews, ack: (answer: AgentAck) => void) => void;
  /** What the agent did for objects whose assignment changed, with times. Only to a server that has sent `tracing`. */
  trace: (news: TraceNews, ack: (answer: AgentAck) => void) => void;
}
export interface ServerToAgentEvents {
  /** The agent answers with the newest generation that it has stored on disk. */
  assignment: (assignment: Assignment, ack: (answer: AssignmentAck) => void) => void;
  /** Secrets of the node's keys, before an assignment that names a new one, and at every connect. An agent of an earlier version ignores it. */
  keys: (keys: NodeKeys, ack: (answer: KeysAck) => void) => void;
  /** Keys of encrypted volumes, before an assignment that names a new one, and at every connect: agents keep them in memory only. */
  volumeKeys: (keys: VolumeKeys, ack: (answer: VolumeKeysAck) => void) => void;
  /** Sent at every connect and on change: why the node may not follow this server's database until an administrator accepts it; null: it may. */
  history: (news: HistoryNews) => void;
  /** New sampling interval: the cluster's, or 1 s while somebody watches an object of this node. */
  sampling: (order: { intervalSeconds: number }) => void;
  /** Sent at every connect. */
  scrape: (access: ScrapeAccess) => void;
  /** To a client: targets are back and export these subsystems. A hint, harmless if lost: the client at once retries paths that failed to connect. */
  reachable: (news: Reachable) => void;
  /** The agent stores a new credential in its configuration, answers whether it succeeded, and connects with the new credential from then on. */
  credential: (order: CredentialOrder, ack: (answer: CredentialAck) => void) => void;
  /** What the legs of this node say of themselves, sent at every connect and on change. An agent of an earlier version ignores it. */
  labels: (labels: LegLabels) => void;
  /** Open orders to remove orphans, at every connect, on change, and every 30 s while there are any. An agent of an earlier version ignores it. */
  orphans: (orders: OrphanOrders) => void;
  /** A preflight run collects: sent at every connect, and again until the answer is stored. An agent of an earlier version ignores it. */
  preflight: (order: PreflightOrder) => void;
  /** Open orders of benchmarks, at every connect, on change, and every 10 s while there are any. An agent of an earlier version ignores it. */
  benchmarks: (orders: BenchmarkOrders) => void;
  /** Open orders of drills, at every connect, on change, and every 3 s while there are any. An agent of an earlier version ignores it. */
  drills: (orders: DrillOrders) => void;
  /** The server takes traces: sent at every connect. An agent of an earlier version ignores it. */
  tracing: (order: TracingOrder) => void;
  /** For a support bundle. An agent of an earlier version does not answer. */
  journal: (order: JournalOrder, ack: (answer: Journal) => void) => void;
  /** Why the server closes this connection; sent right before. */
  closing: (reason: { code: string; detail: string }) => void;
}

export const assignmentAckSchema = z.union([z.strictObject({ generation: z.int() }), z.strictObject({ refused: z.string().max(1024) })]);
export type AssignmentAck = z.infer<typeof assignmentAckSchema>;
