import type { AttachmentMode, AttachmentState } from '@weft/shared/kinds/attachment';
import type { Condition } from '@weft/shared/kinds/common';
import type { Transport } from '@weft/shared/messages/assignment';
import type { Stored } from '../../core/mongo/stored.js';

export interface ExportDocument {
  nodeId: string;
  nodeName: string;
  subsystemNqn: string;
  /** At most 20 characters, the same for ever. */
  serial: string;
  /** TCP port or RDMA service id; unique on its node. */
  serviceId: number;
  portals: { storageNetwork: string; address: string; hostAddress: string }[];
  namespaces: { nsid: number; legId: string }[];
  /** Highest nsid that was ever given out here; absent: the highest there is. A client that finds another leg under a known nsid drops both. */
  lastNsid?: number;
  desired: 'exported' | 'absent';
  orderGeneration: number;
  /** Left out of a forced move on an administrator's word that its target is off: its fence is not waited for (S13). */
  leftOut?: boolean;
  /** Reported gone after a forced move ordered it so; it stays so whatever its node does later (S12). */
  gone?: boolean;
}

export interface AttachmentDocument extends Stored {
  volumeId: string;
  volumeName: string;
  nodeId: string;
  nodeName: string;
  mode: AttachmentMode;
  transport: Transport;
  reattach: boolean;
  state: AttachmentState;
  epoch: number;
  /** Order among the volume's attachments (packages/shared/src/messages/assignment.ts). Absent: made by an earlier version; see `tenureOf`. */
  tenure?: number;
  desired: 'attached' | 'detached';
  /** Assignment generation of the client that carries the last order (S12). */
  orderGeneration: number;
  /** Boot id of the client when it was asked for; with `reattach` false it is not attached under another. */
  bootId: string | null;
  exports: ExportDocument[];
  generation: number;
  observedGeneration: number;
  conditions: Condition[];
  /** Taken away by force; absent or null: not. */
  revoked?: {
    by: string;
    at: Date;
    clientIsOff: boolean;
    targetsOff: { id: string; name: string }[];
    /** The array that its client ran, which may be of an older epoch than the volume's. */
    arrayUuid: string | null;
    /** Its client was heard when it was first asked for, and let go before any leg was fenced: which legs are in sync is known. Absent: not. */
    inSyncKnown?: boolean;
    /** How long its client takes at most to give up a leg that is fenced from it; absent: not waited for. */
    givesUpAfterSeconds?: number;
    /** Its client is not waited for any more: its legs are being fenced. */
    isFencing?: boolean;
    /** When the fences began though its client had not let go; absent: it had, or is still waited for. */
    notWaitedForAt?: Date;
    /** When a target's fence was last noted; absent: none was. */
    lastFencedAt?: Date;
  } | null;
  /** Every leg is fenced from it or left out by statement: it holds the volume no more. */
  fenced: boolean;
}

/** An attachment of an earlier version counts from when it was made. */
export const tenureOf = ({ tenure, createdAt }: Pick<AttachmentDocument, 'tenure' | 'createdAt'>): number => tenure ?? createdAt.getTime();

/** The tenure of the next attachment: later than every one before, also when the clocks of servers differ. */
export const nextTenure = (last: number | undefined, present: readonly AttachmentDocument[], now: Date): number =>
  Math.max(now.getTime(), (last ?? 0) + 1, ...present.map((each) => tenureOf(each) + 1));
