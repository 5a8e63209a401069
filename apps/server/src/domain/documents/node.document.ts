import type { Condition } from '@weft/shared/kinds/common';
import { IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { DoubtReason, Held } from '@weft/shared/messages/history';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ObjectStatus, Orphan } from '@weft/shared/messages/report';
import type { Stored } from '../../core/mongo/stored.js';
import type { MaintenanceDocument } from './maintenance.document.js';
import type { Part } from './parts.js';

export interface LinkDocument {
  name: string;
  /** When the link last changed. Null: unchanged since the first report. */
  since: Date | null;
}

/** Longest time that the removal of a node takes, in milliseconds: its transaction meets conflicts for at most 120 s (core/mongo/transaction.ts). */
export const REMOVAL_MS = 150_000;

export const isBeingRemoved = ({ spec: { removal } }: Part<NodeDocument, 'spec.removal'>, now = Date.now()): boolean =>
  removal !== undefined && now - removal.getTime() < REMOVAL_MS;

/** Filter: no second agent holds the node's credential. */
export const undisputed = { 'status.conditions.type': { $ne: IDENTITY_SHARED } };

export interface HistoryDoubtDocument {
  id: string;
  since: Date;
  reason: DoubtReason;
  /** The assignment that the agent holds; `storedGeneration`: generation in the database at that time. */
  held: Held;
  storedGeneration: number;
  /** As the last full report showed them. Absent: no full report since the doubt began. */
  differences?: DoubtDifferences;
}

/** Bounded: at most `MOST_LISTED` objects of each side, the others are counted. */
export interface DoubtDifferences {
  /** Objects that the node reports and this database does not assign to it. */
  nodeOnly: { kind: ObjectStatus['kind']; id: string }[];
  /** `<kind>/<id>` of assigned objects that the node does not have. */
  databaseOnly: string[];
  /** Number of objects that the lists leave out. */
  notListed: { nodeOnly: number; databaseOnly: number };
}

/** `since`: its first report. Absent: an earlier version stored it. */
export type StoredOrphan = Orphan & { since?: Date };

/** Written by requests; the maintenance reconciler records that a maintenance has expired. */
export interface NodeSpec {
  labels: Record<string, string>;
  /**
   * A requested new credential. `nextHash`: hash of the one that was sent. The agent may have stored it, so both are valid until the agent confirms
   * or uses it, which ends the order. Absent: no request.
   */
  rotation?: { requestedAt: Date; nextHash: string | null };
  /** When its removal began: its agent's messages and connections are refused. Valid for `REMOVAL_MS`, in case the removing server dies. */
  removal?: Date;
  /** Absent: open. */
  scheduling?: Scheduling;
  /** Absent: never changed, or not recorded. */
  schedulingSince?: Date;
  /** The latest one, in force or ended. Absent: never any. */
  maintenance?: MaintenanceDocument;
}

/** Written from the messages and connections of its agent; administrators end `historyDoubt` and accept `ledgerLoss`. */
export interface NodeStatus {
  /** Without the drives, which have their own collection. Null until the first inventory. */
  inventory: Omit<Inventory, 'drives'> | null;
  /** From the latest handshake or inventory. */
  bootId: string | null;
  /** From the latest handshake. Absent: a server of an earlier version stored it. */
  agent?: { version: string; protocol: number };
  /** `serverId`: server that holds the connection. `connectionId`: the newest; the server ignores all others. `address`: the agent's address. */
  connection: {
    state: 'never' | 'online' | 'lost';
    since: Date | null;
    serverId: string | null;
    connectionId?: string;
    address?: string;
    instanceId?: string;
    machineId?: string;
  };
  /** How often its connection was lost, since the node was added. Absent: never, or not recorded. */
  connectionLosses?: number;
  /** Id of a question, set by a server to which another agent of this node connects: does the connected agent answer? */
  holderQuestion?: string;
  /** Id of the last question that was answered with yes. */
  holderAnswer?: string;
  acceptedGeneration: number | null;
  /** Assignments offered to the agent, newest last; absent: not recorded. With `acknowledged`, the database's memory of the node (S14). */
  offered?: Held[];
  /** Assignment that the agent last reported to have on its disk, or that an administrator accepted instead. */
  acknowledged?: Held;
  /** The agent holds an assignment that this database does not know. Durable: only an administrator ends it. */
  historyDoubt?: HistoryDoubtDocument | null;
  /** The agent lost the facts of its ledger. */
  ledgerLoss?: { id: string; since: Date; acceptedBy: string | null } | null;
  /** When each NIC's link state last changed. Absent: not recorded. */
  links?: LinkDocument[];
  orphans: StoredOrphan[];
  conditions: Condition[];
}

export interface NodeDocument extends Stored {
  name: string;
  /** UUID; the host NQN derives from it. */
  hostId: string;
  /** SHA-256 of the node's own credential, hex. It identifies the agent; enrollment and a completed rotation write it. */
  credentialHash: string;
  spec: NodeSpec;
  status: NodeStatus;
}
