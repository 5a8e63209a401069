import type { Condition } from '@weft/shared/kinds/common';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { PoolAssignment, PoolStatus } from '@weft/shared/messages/thin';
import type { WipeMethod } from '@weft/shared/wipe/wipe-method';
import type { Stored } from '../../core/mongo/stored.js';

export interface WipeOrder {
  orderId: string;
  serial: string;
  /** Absent: zero. */
  method?: WipeMethod;
  /** Absent: an older version ordered the wipe; the node refuses it. */
  terms?: NonNullable<DriveAssignment['wipe']>['terms'];
}

/** The pool of the drive's thin legs. Made in the transaction that places the first of them; its bytes are part of `allocatedBytes`. */
export interface PoolDocument extends Omit<PoolAssignment, 'create'> {
  /** Its node has reported it: no agent may make it again. */
  created: boolean;
}

/** The pool as its node reported it last. */
export interface PoolStatusDocument extends Pick<PoolStatus, 'present' | 'mode' | 'needsCheck'> {
  dataUsedPercent: number;
  metadataUsedPercent: number;
}

/** Written by requests; the drive's reconciler changes it only where it ends an order, and where it extends or removes the pool. */
export interface DriveSpec {
  /** The ordered state; part of the node's assignment. */
  desired: 'observed' | 'in-service' | 'released';
  /** What it holds while it is in service. Absent: legs. */
  role?: 'cache';
  wipe: WipeOrder | null;
  /** Absent: none. */
  pool?: PoolDocument;
  /** Generation of the node's assignment that carries the last order (S12). */
  orderGeneration: number;
  /** Absent: open. */
  scheduling?: Scheduling;
  /** Absent: never changed, or not recorded. */
  schedulingSince?: Date;
}

/** Written by inventories and by the drive's reconciler; `allocatedBytes` by the transaction that adds or removes legs. */
export interface DriveStatus {
  inventory: DriveInventory;
  /** False: its node is online and does not list it. */
  present: boolean;
  /** True from the report that its volume group exists until the report that a release removed it. */
  inService: boolean;
  capacityBytes: number;
  /** Sum of the bytes of all legs and caches on it, and of its pool. Written only in the transaction that adds or removes them (S6). */
  allocatedBytes: number;
  /** Thin legs in its pool, and the bytes that they promise. Written as `allocatedBytes` is. Absent: none. */
  thin?: { legs: number; bytes: number };
  /** Absent: no report on its pool yet. */
  pool?: PoolStatusDocument;
  largestFreeBytes: number;
  conditions: Condition[];
  /** When its state last changed, as far as reports show. Absent: not recorded. */
  stateSince?: Date;
  /** When the present critical SMART warning was first reported. Null or absent: no warning, or not recorded. */
  smartWarningSince?: Date | null;
}

export interface DriveDocument extends Stored {
  nodeId: string;
  nodeName: string;
  serial: string;
  nsid: number;
  spec: DriveSpec;
  status: DriveStatus;
}
