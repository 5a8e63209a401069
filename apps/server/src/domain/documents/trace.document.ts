import type { Trace } from '@weft/shared/timeline/trace';

/** When a server sent an assignment to an agent, by the clock of that server. */
export interface Delivery {
  /** Of the transaction that raised the generation. */
  writtenAt: Date;
  sentAt: Date;
  /** The agent has it on its disk. Null: no answer yet. */
  acknowledgedAt: Date | null;
}

/** When a report of an object arrived at a server, and when its transaction had ended. */
export interface ReportMoments {
  arrivedAt: Date;
  storedAt: Date;
}

/**
 * Collection `traces`: the last trace of one object for one generation; `_id` is `<nodeId>/<kind>/<objectId>/<generation>/<begin>`. For display only. Written
 * without waiting for a majority, and removed after 30 days.
 */
export interface TraceDocument extends Pick<Trace, 'kind' | 'generation' | 'begin' | 'spans' | 'omitted' | 'sentMs'> {
  _id: string;
  nodeId: string;
  nodeName: string;
  objectId: string;
  /** Null: another connection sent the assignment. */
  delivery: Delivery | null;
  /** Of the last report that changed the object's status. Null: another connection took it. */
  report: ReportMoments | null;
  receivedAt: Date;
}
