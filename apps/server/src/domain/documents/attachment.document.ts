import type { AttachmentMode, AttachmentState } from '@weft/shared/kinds/attachment';
import type { Condition } from '@weft/shared/kinds/common';
import type { IoLimits } from '@weft/shared/limits/io-limits';
import type { Transport } from '@weft/shared/messages/assignment';
import type { Stored } from '../../core/mongo/stored.js';
import type { Part } from './parts.js';

/** Ordered by attach, detach and force-move requests, and by the volume's reconciler where it plans legs, fences and removals. */
export interface ExportSpec {
  portals: { storageNetwork: string; address: string; hostAddress: string }[];
  namespaces: { nsid: number; legId: string }[];
  /** Highest nsid ever used here; absent: the highest in `namespaces`. Never reused: a client that finds another leg under a known nsid drops both. */
  lastNsid?: number;
  desired: 'exported' | 'absent';
  orderGeneration: number;
  /** Nothing waits for its fence: an administrator stated that its target is off (S13), or it has no leg of the present epoch. */
  leftOut?: boolean;
  /** Its ports take only connections with TLS and this key (`exportKeys`). Absent: plain. Never changes: connections of the other kind would end. */
  tlsKeyId?: string;
}

export interface ExportDocument {
  nodeId: string;
  nodeName: string;
  subsystemNqn: string;
  /** At most 20 characters; never changes. */
  serial: string;
  /** TCP port or RDMA service id; unique on its node. */
  serviceId: number;
  spec: ExportSpec;
  /** `gone`: its target reported it removed after a forced move ordered that; stays true whatever the node does later (S12). */
  status: { gone?: boolean };
}

/** An administrator's statement (S13). */
export interface Stated {
  by: string;
  at: Date;
}

/** Written by requests; the volume's reconciler changes the orders that follow from its steps (docs/architecture.md). */
export interface AttachmentSpec {
  mode: AttachmentMode;
  transport: Transport;
  reattach: boolean;
  /** Limits of each slice of the client. Absent: none. */
  limits?: IoLimits;
  epoch: number;
  /** Order among the volume's attachments (packages/shared/src/messages/assignment.ts). Absent: an earlier version created it; see `tenureOf`. */
  tenure?: number;
  desired: 'attached' | 'detached';
  /** Generation of the client's assignment that carries the last order (S12). */
  orderGeneration: number;
  /** Boot id of the client at the time of the request. With `reattach` false, the client attaches the volume only under this boot id. */
  bootId: string | null;
  /** The forced move of this attachment; absent or null: none. */
  revoked?: {
    by: string;
    at: Date;
    clientIsOff: boolean;
    /** Who stated first that the client is off, and when. Absent: nobody, or an earlier version stored it. */
    clientOffStated?: Stated;
    /** `stated`: who stated first that the target is off, and when. Absent: an earlier version stored it. */
    targetsOff: { id: string; name: string; stated?: Stated }[];
    /** UUID of the array that the client ran; may be of an older epoch than the volume's. */
    arrayUuid: string | null;
    /** It was known at the first request which legs are in sync, because the client was online and ran the array. Absent: not known. See `inSyncKnown`. */
    inSyncKnown?: boolean;
    /** Longest time that the client takes to give up a leg that is fenced from it; absent: no wait. */
    givesUpAfterSeconds?: number;
    /** The client had released the volume before the first request, in a clean detach. */
    released?: boolean;
  } | null;
}

/** Progress of the fences of a forced move, from the end of the wait for the client on. */
export interface Fences {
  /** The client released the volume before any fence, so what the first request knew of the legs in sync still holds. Absent: no wait preceded. */
  inSyncKnown?: boolean;
  /** When the fences began without the client's release; absent: it released the volume. */
  notWaitedForAt?: Date;
  /** When the server last recorded a target's fence; absent: none yet. */
  lastFencedAt?: Date;
}

/** Written by the volume's reconciler. A request sets only the state that its order starts with. */
export interface AttachmentStatus {
  state: AttachmentState;
  /** Every leg is fenced from the client or left out by statement: it no longer owns the volume. */
  fenced: boolean;
  /** Absent: no forced move, or the client has to release the volume first. */
  fences?: Fences;
  observedGeneration: number;
  conditions: Condition[];
}

export interface AttachmentDocument extends Stored {
  volumeId: string;
  volumeName: string;
  nodeId: string;
  nodeName: string;
  /** Rises with each change of the spec by a request. */
  generation: number;
  spec: AttachmentSpec;
  status: AttachmentStatus;
  exports: ExportDocument[];
}

/** The wait of a forced move for its client is over: its legs are being fenced. */
export const isFencing = ({ spec: { revoked }, status: { fences } }: Part<AttachmentDocument, 'spec.revoked' | 'status.fences'>): boolean =>
  Boolean(revoked && (revoked.released || fences));

/** Whether the legs that a forced move found in sync have all writes of its client. */
export const inSyncKnown = ({
  spec: { revoked },
  status: { fences },
}: Part<AttachmentDocument, 'spec.revoked' | 'status.fences'>): boolean => revoked?.inSyncKnown === true && fences?.inSyncKnown !== false;

/** Without a stored tenure (earlier version), the creation time counts. */
export const tenureOf = ({ createdAt, spec: { tenure } }: Part<AttachmentDocument, 'spec.tenure' | 'createdAt'>): number =>
  tenure ?? createdAt.getTime();

/** Tenure of the next attachment: higher than every earlier one, even if the servers' clocks differ. */
export const nextTenure = (last: number | undefined, present: readonly AttachmentDocument[], now: Date): number =>
  Math.max(now.getTime(), (last ?? 0) + 1, ...present.map((each) => tenureOf(each) + 1));
