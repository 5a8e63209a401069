import type { Condition } from '@weft/shared/kinds/common';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { Stored } from '../../core/mongo/stored.js';

export interface WipeOrder {
  orderId: string;
  serial: string;
  /** Absent: ordered under an older version; the node refuses it. */
  terms?: NonNullable<DriveAssignment['wipe']>['terms'];
}

export interface DriveDocument extends Stored {
  nodeId: string;
  nodeName: string;
  serial: string;
  nsid: number;
  inventory: DriveInventory;
  /** False: its node is online and does not list it. */
  present: boolean;
  /** What was ordered; goes into the node's assignment. */
  desired: 'observed' | 'in-service' | 'released';
  wipe: WipeOrder | null;
  /** Assignment generation of the node that carries the last order (S12). */
  orderGeneration: number;
  /** True from the report that its volume group exists until the one that it is gone. */
  inService: boolean;
  capacityBytes: number;
  /** Sum of the bytes of all legs on it. Written only in the transaction that adds or removes the legs (S6). */
  allocatedBytes: number;
  largestFreeBytes: number;
  conditions: Condition[];
  /** Since when its state is what it is, as far as the server heard of it. Absent: it was not kept. */
  stateSince?: Date;
  /** Since when SMART has a critical warning, as far as the server heard of it. Null or absent: there is none, or it was not kept. */
  smartWarningSince?: Date | null;
  /** Absent: open. */
  scheduling?: Scheduling;
  /** Absent: since ever, or it was not kept. */
  schedulingSince?: Date;
}
