import { isDeepStrictEqual } from 'node:util';
import type { DriveDocument } from '../documents/drive.document.js';
import type { NextDrive } from '../drive/drive-world.js';
import { type Change, type ChangeKind, changeOf } from './slice.js';

/** Writes that turn a drive into its next state. */
export interface DriveDifference {
  change: Change<DriveDocument> | null;
  /** Whether the assignment of its node may change; the hash of its content decides whether it does. */
  isAssigned: boolean;
}

/** An order always raises the version, even if it changes nothing: a person gave it. */
export function driveDifference(before: DriveDocument, { after, isOrder }: NextDrive): DriveDifference {
  const change: Change<DriveDocument> | null =
    after && isOrder ? { change: 'update', before, after, kind: 'decision' } : changeOf(before, after ?? undefined, kindOfDrive);
  return { change, isAssigned: isOrder || !after || !isDeepStrictEqual(assigned(before), assigned(after)) };
}

/** Changes of only sizes and conditions change no state and no order. */
function kindOfDrive(before: DriveDocument, after: DriveDocument): ChangeKind {
  const decided = ({ spec, status: { largestFreeBytes, capacityBytes, conditions, pool, ...rest } }: DriveDocument) => [spec, rest];
  return isDeepStrictEqual(decided(before), decided(after)) ? 'live' : 'decision';
}

const assigned = ({ spec: { desired, wipe, pool } }: DriveDocument) => [desired, wipe, pool];
