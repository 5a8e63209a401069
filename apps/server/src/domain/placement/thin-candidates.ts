import { driveRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { DriveDocument } from '../documents/drive.document.js';
import type { CandidateDrive, Candidates } from './candidates.js';
import { newPool } from './pool-size.js';

/** A drive with the bytes that are free for legs with a logical volume of their own. */
type Member = DriveDocument & { freeBytes: number };

/** What bounds new thin legs. */
export interface ThinBounds {
  /** Of the drive class. */
  ratio: number;
  /** Of the cluster's settings. */
  stopPercent: number;
}

/** Whether the pool takes new legs: it runs, is sound, and is filled less than to the stop threshold. A drive without a pool gets one with its first leg. */
export function takesThinLegs({ spec: { pool }, status }: Pick<DriveDocument, 'spec' | 'status'>, stopPercent: number): boolean {
  if (!pool) return true;
  const use = status.pool;
  // It goes because it is empty: a new leg keeps it, or gets a new one.
  if (pool.desired === 'absent') return true;
  // Its node makes it now: what the node reports until then says only that it is not there.
  if (!pool.created) return true;
  return (
    use !== undefined && use.mode === 'rw' && !use.needsCheck && use.dataUsedPercent < stopPercent && use.metadataUsedPercent < stopPercent
  );
}

/**
 * Bytes that new legs in the drive's pool may promise: what the pool can become, times the ratio, less what its legs promise already. The pool can become its
 * data and all that is free on the drive.
 */
export function thinFreeBytes(drive: Member, { ratio, stopPercent }: ThinBounds): number {
  const { pool } = drive.spec;
  if (drive.spec.role || !takesThinLegs(drive, stopPercent)) return 0;
  const dataBytes = pool ? pool.dataBytes + drive.freeBytes : mostOfNew(drive);
  return Math.max(0, Math.floor(dataBytes * ratio) - (drive.status.thin?.bytes ?? 0));
}

function mostOfNew({ status: { capacityBytes }, freeBytes }: Member): number {
  const pool = newPool(capacityBytes, freeBytes);
  return pool ? freeBytes - pool.metadataBytes : 0;
}

const MOST_NAMED = 6;

/**
 * Drives for thin legs: those of able nodes whose pools take new legs, with the bytes that these may promise. Pure.
 * @param able ids of the nodes whose kernel and agent know thin legs.
 */
export function thinCandidates(all: Candidates, members: readonly Member[], able: ReadonlySet<string>, bounds: ThinBounds): Candidates {
  const byId = new Map(members.map((member) => [member._id, member]));
  const bounded = all.drives.map((drive) => {
    const member = byId.get(drive.driveId);
    return { ...drive, freeBytes: member && able.has(drive.nodeId) ? thinFreeBytes(member, bounds) : 0 };
  });
  const out = bounded.filter(({ freeBytes }) => freeBytes === 0);
  if (out.length === 0) return { ...all, drives: bounded };
  return {
    ...all,
    drives: bounded.filter(({ freeBytes }) => freeBytes > 0),
    leftOut: [...all.leftOut, messageOf('drives-without-thin', { count: out.length, drives: out.slice(0, MOST_NAMED).map(named) })],
  };
}

const named = ({ driveId, serial, nodeId, nodeName }: CandidateDrive) =>
  messageOf('drive-of-node', { drive: driveRef(driveId, serial), node: nodeRef(nodeId, nodeName) });
