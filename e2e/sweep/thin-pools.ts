import type { DriveDocument } from '../../apps/server/src/domain/documents/drive.document.js';
import { allLegs, bookings, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import type { Candidates } from '../../apps/server/src/domain/placement/candidates.js';
import { newPool, poolBytes } from '../../apps/server/src/domain/placement/pool-size.js';
import { type ThinBounds, thinCandidates, thinFreeBytes } from '../../apps/server/src/domain/placement/thin-candidates.js';

/* Pools of drives in the stored world, around the server's own functions. */

const BOUNDS: ThinBounds = { ratio: 4, stopPercent: 90 };

type Drives = ReadonlyMap<string, DriveDocument>;
type Member = DriveDocument & { freeBytes: number };

interface Reserved {
  bytes: number;
  thin: { legs: number; bytes: number };
}
const NOTHING: Reserved = { bytes: 0, thin: { legs: 0, bytes: 0 } };

/** What volumes reserve, by drive. */
export function reservedBy(volumes: Iterable<VolumeDocument>): Map<string, Reserved> {
  const sums = new Map<string, Reserved>();
  for (const volume of volumes)
    for (const { driveId, bytes, thin } of allLegs(volume).flatMap(bookings)) {
      const before = sums.get(driveId) ?? NOTHING;
      const inPool = { legs: before.thin.legs + thin.legs, bytes: before.thin.bytes + thin.bytes };
      sums.set(driveId, { bytes: before.bytes + bytes, thin: inPool });
    }
  return sums;
}

/** The drive with what is reserved on it, and with a pool if thin legs are placed there (like Reservations). The same drive if nothing changes. */
export function booked(drive: DriveDocument, { bytes, thin }: Reserved = NOTHING): DriveDocument {
  const { capacityBytes, allocatedBytes, thin: known = { legs: 0, bytes: 0 } } = drive.status;
  const made = thin.legs > 0 && !drive.spec.pool ? newPool(capacityBytes, capacityBytes - bytes) : null;
  const pool = made ? { desired: 'present' as const, created: false, ...made } : drive.spec.pool;
  const all = bytes + (pool ? poolBytes(pool) : 0);
  if (!made && all === allocatedBytes && thin.legs === known.legs && thin.bytes === known.bytes) return drive;
  return { ...drive, spec: { ...drive.spec, ...(pool && { pool }) }, status: { ...drive.status, allocatedBytes: all, thin } };
}

const members = (drives: Drives): Member[] =>
  [...drives.values()].map((drive) => ({ ...drive, freeBytes: drive.status.capacityBytes - drive.status.allocatedBytes }));

/** The drives that can take new thin legs. */
export const forThin = (all: Candidates, drives: Drives, nodeIds: Iterable<string>): Candidates =>
  thinCandidates(all, members(drives), new Set(nodeIds), BOUNDS);

/** Bytes that the pool of each drive may promise. */
export const roomIn = (drives: Drives): Map<string, number> =>
  new Map(members(drives).map((each) => [each._id, thinFreeBytes(each, BOUNDS)]));
