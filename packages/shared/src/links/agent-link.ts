import { z } from 'zod';
import { idSchema } from '../identity.js';
import type { Assignment } from '../messages/assignment.js';
import { heldSchema } from '../messages/history.js';
import type { Inventory } from '../messages/inventory.js';
import type { Report } from '../messages/report.js';
import type { Sample } from '../messages/sample.js';

/** Socket.IO namespace of the agents. */
export const AGENT_NAMESPACE = '/agents';

/** `auth` of the Socket.IO handshake. The credential is the node's own, from enrollment. */
export const agentHandshakeSchema = z.strictObject({
  nodeId: idSchema,
  credential: z.string().min(32).max(128),
  protocol: z.int(),
  agentVersion: z.string().max(64),
  bootId: z.string().max(64),
  /** Of one process of an agent, made when it starts: tells a lost connection that is made again from another agent with the same credential. */
  instanceId: z.string().max(64).optional(),
  /** Made of the machine's id (machine-id(5)), which itself stays on the machine. */
  machineId: z.string().max(128).optional(),
  /** What it has stored; absent: an agent that says so only in its reports. */
  held: heldSchema.optional(),
});
export type AgentHandshake = z.infer<typeof agentHandshakeSchema>;

/** An agent reports everything at least this often, also when nothing changed, seconds. */
export const FULL_REPORT_EVERY_SECONDS = 300;
/** Reports older than this say nothing of what is now. */
export const REPORTS_STALE_AFTER_SECONDS = 3 * FULL_REPORT_EVERY_SECONDS;

/**
 * Answer to every message of an agent. A refused message is counted and logged; the agent says why in its own log.
 * `atMs`: the server's clock as it answered an inventory, milliseconds since 1970; absent: it was not said.
 */
export type AgentAck = { ok: true; atMs?: number } | { ok: false; code: string; detail: string };

export const reachableSchema = z.strictObject({ subsystemNqns: z.array(z.string().max(256)).max(1024) });
export type Reachable = z.infer<typeof reachableSchema>;

/**
 * Who may read the agent's metrics: whoever sends the token of this SHA-256 (hexadecimal); null: nobody. Agents know only the hash, and the token itself is
 * derived from the servers' scrape token (HMAC), which it does not reveal.
 */
export const scrapeAccessSchema = z.strictObject({
  tokenSha256: z
    .string()
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

export interface AgentToServerEvents {
  inventory: (inventory: Inventory, ack: (answer: AgentAck) => void) => void;
  report: (report: Report, ack: (answer: AgentAck) => void) => void;
  /** Statistics of one interval. Sent only while connected, at most one unanswered. */
  sample: (sample: Sample, ack: (answer: AgentAck) => void) => void;
}
export interface ServerToAgentEvents {
  /** The agent answers with the newest generation that it has stored on disk. */
  assignment: (assignment: Assignment, ack: (answer: AssignmentAck) => void) => void;
  /** Said at every connect and when it changes: why this server's database is not followed until an administrator accepts it; null: it is. */
  history: (news: HistoryNews) => void;
  /** How often to sample from now on: the cluster's interval, or 1 s while somebody watches an object of this node. */
  sampling: (order: { intervalSeconds: number }) => void;
  /** Said at every connect. */
  scrape: (access: ScrapeAccess) => void;
  /** To a client: targets are back and export these subsystems. A hint, lost without harm: paths that could not be made are tried at once. */
  reachable: (news: Reachable) => void;
  /** The agent stores a new credential in its configuration, then answers whether it has. It connects with it from then on. */
  credential: (order: CredentialOrder, ack: (answer: CredentialAck) => void) => void;
  /** Why the server closes this connection, said right before. */
  closing: (reason: { code: string; detail: string }) => void;
}

export const assignmentAckSchema = z.union([z.strictObject({ generation: z.int() }), z.strictObject({ refused: z.string().max(1024) })]);
export type AssignmentAck = z.infer<typeof assignmentAckSchema>;
