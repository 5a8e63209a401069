import type { WipeRecord } from '@weft/shared/kinds/assurance/wipe-record';
import type { DriveStatus } from '@weft/shared/messages/report';
import type { EraseAction } from '@weft/shared/wipe/wipe-method';
import type { Stored } from '../../core/mongo/stored.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, JobView } from '../documents/job.document.js';
import { describeContents } from './drive-contents.js';

/** Steps of a job in which the contents of the drive are destroyed. */
const WIPE_STEPS = ['overwrite-drive', 'sanitize-drive'];

/** Its id is that of its job. */
export interface WipeRecordDocument
  extends Stored,
    Omit<WipeRecord, 'id' | 'version' | 'revision' | 'createdAt' | 'updatedAt' | 'beganAt' | 'endedAt' | 'jobId' | 'sanitizeAction'> {
  beganAt: Date | null;
  endedAt: Date | null;
  /** Absent: an earlier version stored it, which knew no sanitize. */
  sanitizeAction?: EraseAction | null;
}

/** The method that a node reports of a wipe. */
export type UsedMethod = Pick<WipeRecordDocument, 'method' | 'sanitizeAction'>;

/** The record of a wipe that was just ordered, with the drive as it was then. @param drive with the order. */
export function wipeOrdered(job: Pick<JobDocument, keyof Stored | 'requestedBy'>, drive: DriveDocument): WipeRecordDocument {
  const { _id, version, revision, createdAt, updatedAt } = job;
  const { model, firmware, wwid = null, sizeBytes } = drive.status.inventory;
  return {
    ...{ _id, version, revision, createdAt, updatedAt },
    drive: { id: drive._id, name: drive.serial },
    node: { id: drive.nodeId, name: drive.nodeName },
    ...{ serial: drive.serial, nsid: drive.nsid, model, firmware, wwid, sizeBytes },
    contents: describeContents(drive),
    method: drive.spec.wipe?.method ?? 'zero',
    sanitizeAction: null,
    state: 'ordered',
    orderedBy: job.requestedBy,
    ...{ beganAt: null, endedAt: null, error: null },
  };
}

/** How the node carries out a wipe; null: it has not begun. An earlier agent reports nothing of it, and zeroes whatever was ordered. */
export function usedMethod({ observed: { sanitize, begunOrderId, wipedOrderId } }: DriveStatus): UsedMethod | null {
  if (sanitize) return { method: 'sanitize', sanitizeAction: sanitize.action };
  return begunOrderId === null && wipedOrderId === null ? null : { method: 'zero', sanitizeAction: null };
}

/**
 * The record after a view of its job. Pure.
 * @param used by the node's current report; null: there is none, or the wipe has not begun.
 */
export function wipeFollowed(
  before: WipeRecordDocument,
  { state, steps, error }: JobView,
  used: UsedMethod | null,
  now: Date,
): WipeRecordDocument {
  const isEnded = state === 'done' || state === 'failed';
  const overwriting = steps.find(({ code }) => WIPE_STEPS.includes(code ?? ''))?.state;
  const hasBegun = overwriting === 'running' || overwriting === 'failed' || state === 'done';
  const beganAt = before.beganAt ?? (hasBegun ? now : null);
  const record = { ...before, ...(beganAt && used ? used : {}) };
  if (isEnded) return { ...record, state: state === 'done' ? 'wiped' : 'failed', beganAt, endedAt: now, error };
  return { ...record, state: beganAt ? 'wiping' : 'ordered', beganAt };
}
