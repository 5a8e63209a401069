import type { Dependents } from '@weft/shared/kinds/views/dependents';
import { isMirrored } from '@weft/shared/kinds/volume';
import { type LegDocument, otherHalves, type VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import type { Affected } from './effects.js';

/** Drives of a volume's class that remain after the loss, with failure domains as the volume defines them. */
export type DrivesFor = (volume: VolumeDocument) => readonly CandidateDrive[];

/**
 * Whether the mirror legs that a loss would affect find new drives: largest legs first, each on the emptiest drive that holds no leg of the volume
 * and is not in the failure domain of another half of its mirror set. Pure.
 */
export function repairSpace(
  affected: readonly Affected[],
  drivesFor: DrivesFor,
  classNames: ReadonlyMap<string, string>,
): Dependents['repair'] {
  const wanted = affected
    .filter(({ volume, effect }) => isMirrored(volume.spec.protection) && effect !== 'fewer-paths')
    .flatMap(({ volume, legs }) => legs.map((leg) => ({ volume, leg })))
    .sort((a, b) => b.leg.spec.sizeBytes - a.leg.spec.sizeBytes);
  const taken = new Map<string, number>();
  const used = new Map<string, Set<string>>();
  const byClass = new Map<string, Dependents['repair'][number]>();
  for (const { volume, leg } of wanted) {
    const classId = volume.spec.driveClassId;
    const drives = drivesFor(volume);
    const of = byClass.get(classId) ?? {
      driveClass: { id: classId, name: classNames.get(classId) ?? '' },
      neededBytes: 0,
      availableBytes: drives.reduce((sum, drive) => sum + drive.freeBytes, 0),
      legs: 0,
      placeableLegs: 0,
      enough: true,
    };
    const place = placeFor(volume, leg, drives, taken, used.get(volume._id) ?? new Set());
    if (place) {
      taken.set(place.driveId, (taken.get(place.driveId) ?? 0) + leg.spec.sizeBytes);
      used.set(volume._id, new Set([...(used.get(volume._id) ?? []), place.driveId]));
    }
    byClass.set(classId, {
      ...of,
      neededBytes: of.neededBytes + leg.spec.sizeBytes,
      legs: of.legs + 1,
      placeableLegs: of.placeableLegs + (place ? 1 : 0),
      enough: of.enough && place !== undefined,
    });
  }
  return [...byClass.values()];
}

function placeFor(
  volume: VolumeDocument,
  leg: LegDocument,
  drives: readonly CandidateDrive[],
  taken: ReadonlyMap<string, number>,
  used: ReadonlySet<string>,
): CandidateDrive | undefined {
  const free = (drive: CandidateDrive) => drive.freeBytes - (taken.get(drive.driveId) ?? 0);
  const otherSides = otherHalves(volume, leg.index);
  const fits = (drive: CandidateDrive) =>
    free(drive) >= leg.spec.sizeBytes &&
    drive.failureDomain !== null &&
    !used.has(drive.driveId) &&
    !volume.legs.some((each) => each.driveId === drive.driveId) &&
    !otherSides.some((each) => each.spec.failureDomain === drive.failureDomain);
  return drives.filter(fits).sort((a, b) => free(b) - free(a))[0];
}
