import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import type { PoolSettings } from './advance-pool.js';

/** A drive's node, with its fields for drives and their jobs. */
export type DriveNode = Part<
  NodeDocument,
  'name' | 'status.bootId' | 'status.connection' | 'status.acceptedGeneration' | 'status.historyDoubt'
> & { status: { inventory?: { capabilities: Pick<Inventory['capabilities'], 'cache'> } | null } };

/** All stored data that determines a drive's state. */
export interface DriveWorld {
  drive: DriveDocument;
  /** Null: it was removed. */
  node: DriveNode | null;
  /** The node's last report on the drive, even if it does not count. */
  reported: ObjectStatusDocument | null;
  now: Date;
  /** Absent: the defaults. */
  pools?: PoolSettings;
}

/** All stored data that allows or refuses an order. */
export interface DriveOrderWorld extends DriveWorld {
  /** Names of volumes with legs or caches on the drive. */
  volumes: readonly string[];
  /** The volume group of another Weft drive that it carries; null: none. */
  foreignGroup: ForeignGroup | null;
}

export interface ForeignGroup {
  driveId: string;
  /** Null: this cluster does not know it. */
  drive: Pick<DriveDocument, '_id' | 'serial' | 'nodeId' | 'nodeName'> | null;
  /** Names of volumes with legs on it. */
  volumes: readonly string[];
}

/** The next state of a drive. */
export interface NextDrive {
  /** Null: there is nothing left to list. */
  after: DriveDocument | null;
  /** The node gets an order, and only a report on that order counts from now on (S12). */
  isOrder: boolean;
}

export interface DriveOrder extends NextDrive {
  after: DriveDocument;
  isOrder: true;
  /** For the audit. */
  statements: readonly AuditStatement[];
}
