import type { Condition } from '@weft/shared/kinds/common';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { DoubtReason, Held } from '@weft/shared/messages/history';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { Orphan } from '@weft/shared/messages/report';
import type { Stored } from '../../core/mongo/stored.js';
import type { MaintenanceDocument } from './maintenance.document.js';

export interface LinkDocument {
  name: string;
  /** Null: since before it was first heard of. */
  since: Date | null;
}

/** Longest time that the removal of a node takes, milliseconds. */
export const REMOVAL_MS = 60_000;

export const isBeingRemoved = ({ removal }: Pick<NodeDocument, 'removal'>, now = Date.now()): boolean =>
  removal !== undefined && now - removal.getTime() < REMOVAL_MS;

export interface HistoryDoubtDocument {
  id: string;
  since: Date;
  reason: DoubtReason;
  /** What the agent holds; generation of the database when that was seen. */
  held: Held;
  storedGeneration: number;
}

export interface NodeDocument extends Stored {
  name: string;
  labels: Record<string, string>;
  /** UUID; the host NQN derives from it. */
  hostId: string;
  /** SHA-256 of the node's own credential, hex. */
  credentialHash: string;
  /**
   * A new credential is asked for. `nextHash`: of the one that was sent; the agent may have stored it, so both are valid until it says so or uses it.
   * Absent: nothing is asked for.
   */
  rotation?: { requestedAt: Date; nextHash: string | null };
  /** Drives are kept in their own collection. Null until the first inventory. */
  inventory: Omit<Inventory, 'drives'> | null;
  /** From the handshake or the inventory, whichever was last. */
  bootId: string | null;
  /** `serverId`: the server that holds the agent's connection. `connectionId`: the newest connection; another one has no say any more. `address`: where it came from. */
  connection: {
    state: 'never' | 'online' | 'lost';
    since: Date | null;
    serverId: string | null;
    connectionId?: string;
    address?: string;
    instanceId?: string;
    machineId?: string;
  };
  /** Asked by the server at which another agent of this node connects: does the one that is connected answer? */
  holderQuestion?: string;
  /** The last question that was answered with yes. */
  holderAnswer?: string;
  acceptedGeneration: number | null;
  /** What was offered to the agent, the newest last; absent: it was not kept. With `acknowledged`, what the database remembers of it (S14). */
  offered?: Held[];
  /** What the agent said last that it has on its disk, or what an administrator accepted instead. */
  acknowledged?: Held;
  /** The agent holds what this database does not know. Durable: only an administrator ends it. */
  historyDoubt?: HistoryDoubtDocument | null;
  /** The facts of the agent's ledger were lost. */
  ledgerLoss?: { id: string; since: Date; acceptedBy: string | null } | null;
  /** Since when each NIC's link is as it is. Absent: not kept. */
  links?: LinkDocument[];
  orphans: Orphan[];
  /** Since when there are any. Null: there are none; absent: not kept. */
  orphansSince?: Date | null;
  conditions: Condition[];
  /** Since when it is being removed: its agent has no say and cannot connect. Counts for `REMOVAL_MS`, in case the server that removes it dies. */
  removal?: Date;
  /** Absent: open. */
  scheduling?: Scheduling;
  /** Absent: since ever, or it was not kept. */
  schedulingSince?: Date;
  /** The last one, in force or over. Absent: none ever. */
  maintenance?: MaintenanceDocument;
}
