import type { DrillCreate, DrillKind, DrillPhase, DrillState } from '@weft/shared/kinds/drills/drill';
import type { JobReason } from '@weft/shared/kinds/job';
import type { DrillFault } from '@weft/shared/messages/drill-orders';
import type { Stored } from '../../core/mongo/stored.js';

interface Ref {
  id: string;
  name: string;
}

/** One order at one node. */
export interface DrillOrderDocument {
  id: string;
  task: 'load' | 'fault';
  node: Ref;
  seconds: number;
  /** `open`: nothing heard of it. */
  state: 'open' | 'running' | 'done' | 'failed';
  /** Of the agent's process that runs it: another one means that the agent restarted. */
  attempt: string | null;
  isInForce: boolean;
  reason: JobReason | null;
}

/** The volume under the load. */
export interface DrillVolumeDocument {
  attachmentId: string;
  volume: Ref;
  client: Ref;
  sizeBytes: number;
  /** Its name was confirmed, or it is a scratch volume. */
  mayHoldData: boolean;
}

/** What fio measured. */
export interface DrillLoadResult {
  longestSeconds: number;
  ios: number;
  errors: number;
}

/** Where the fault is made, and which one it is. */
export interface DrillPlaceDocument {
  node: Ref;
  storageNetwork: string | null;
  fault: DrillFault;
}

/** Collection `drills`. */
export interface DrillDocument extends Stored {
  kind: DrillKind;
  request: DrillCreate;
  state: DrillState;
  phase: DrillPhase;
  /** The state that it gets when its scratch volume is removed; null: not decided. */
  endsAs: 'done' | 'failed' | 'cancelled' | null;
  cancelledBy: string | null;
  /** The lock: only one drill has it, until it has ended and its agents have taken back what they did. Null: released. */
  claim: 'cluster' | null;
  client: Ref;
  scratchVolume: { name: string; node: Ref } | null;
  /** Null: the scratch volume is not attached yet. */
  volume: DrillVolumeDocument | null;
  place: DrillPlaceDocument | null;
  touched: Ref[];
  stallLimitSeconds: number;
  orders: DrillOrderDocument[];
  startedAt: Date | null;
  /** When the fault was ordered; `faultAt`: when its agent reported it in force. */
  orderedAt: Date | null;
  faultAt: Date | null;
  shownAt: Date | null;
  liftedAt: Date | null;
  wholeAt: Date | null;
  result: DrillLoadResult | null;
  jobId: string;
  requestedBy: string;
  error: JobReason | null;
  finishedAt: Date | null;
  simulated: boolean;
}
