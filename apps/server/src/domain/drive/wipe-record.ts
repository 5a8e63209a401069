import type { WipeRecord } from '@weft/shared/kinds/assurance/wipe-record';
import type { Stored } from '../../core/mongo/stored.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, JobView } from '../documents/job.document.js';
import { describeContents } from './drive-contents.js';

/** Its id is that of its job. */
export interface WipeRecordDocument
  extends Stored,
    Omit<WipeRecord, 'id' | 'version' | 'revision' | 'createdAt' | 'updatedAt' | 'beganAt' | 'endedAt' | 'jobId'> {
  beganAt: Date | null;
  endedAt: Date | null;
}

/** The record of a wipe that was just ordered, with the drive as it was then. */
export function wipeOrdered(job: Pick<JobDocument, keyof Stored | 'requestedBy'>, drive: DriveDocument): WipeRecordDocument {
  const { _id, version, revision, createdAt, updatedAt } = job;
  const { model, firmware, wwid = null, sizeBytes } = drive.status.inventory;
  return {
    ...{ _id, version, revision, createdAt, updatedAt },
    drive: { id: drive._id, name: drive.serial },
    node: { id: drive.nodeId, name: drive.nodeName },
    ...{ serial: drive.serial, nsid: drive.nsid, model, firmware, wwid, sizeBytes },
    contents: describeContents(drive),
    method: 'zero',
    state: 'ordered',
    orderedBy: job.requestedBy,
    ...{ beganAt: null, endedAt: null, error: null },
  };
}

/** The record after a view of its job. Pure. */
export function wipeFollowed(record: WipeRecordDocument, { state, steps, error }: JobView, now: Date): WipeRecordDocument {
  const isEnded = state === 'done' || state === 'failed';
  const overwriting = steps.find(({ code }) => code === 'overwrite-drive')?.state;
  const hasBegun = overwriting === 'running' || overwriting === 'failed' || state === 'done';
  const beganAt = record.beganAt ?? (hasBegun ? now : null);
  if (isEnded) return { ...record, state: state === 'done' ? 'wiped' : 'failed', beganAt, endedAt: now, error };
  return { ...record, state: beganAt ? 'wiping' : 'ordered', beganAt };
}
