import { DomainError, type Shortage } from '@weft/shared/errors/errors';
import { growableHealths, isMirrored, volumeActions } from '@weft/shared/kinds/volume';
import { formatBytes, formatNeeded, roundUp } from '@weft/shared/units';
import type { GrowthDocument, LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { Candidates } from './candidates.js';
import { newLeg } from './new-leg.js';
import { EXTENT_BYTES, type LegSize, legSize, placeVolume } from './placement.js';

/** Free space and name of a drive. */
export interface GrowthDrive {
  serial: string;
  nodeName: string;
  freeBytes: number;
}

export interface GrowthPlan {
  legs: LegDocument[];
  growth: GrowthDocument;
}

/**
 * Plans the growth of a volume: legs grow on their drives. A concatenation whose last drive is full continues with new legs on other drives,
 * placed like those of a new volume. Pure.
 * @param elsewhere drives of its class that can take new legs and that every client of the volume reaches.
 * @throws DomainError `wrong-state`, `not-possible`, or `insufficient-space` with the missing space per drive.
 */
export function planGrowth(
  volume: VolumeDocument,
  toSizeBytes: number,
  drives: ReadonlyMap<string, GrowthDrive>,
  elsewhere: Candidates,
  newId: () => string,
): GrowthPlan {
  checkSize(volume, toSizeBytes);
  checkWhole(volume);
  if (volume.spec.protection === 'concatenated') return growConcatenation(volume, toSizeBytes, drives, elsewhere, newId);
  const sizes = grownLegs(volume, toSizeBytes);
  const legs = volume.legs.map((leg) => ({ ...leg, sizeBytes: Math.max(leg.sizeBytes, sizes.get(leg.id)?.sizeBytes ?? 0) }));
  const bookings = legs.flatMap((leg, at) => {
    const bytes = leg.sizeBytes - (volume.legs[at]?.sizeBytes ?? 0);
    return bytes > 0 ? [{ driveId: leg.driveId, bytes }] : [];
  });
  checkSpace(volume, bookings, drives);
  return {
    legs,
    growth: {
      toSizeBytes,
      legsGrown: false,
      legs: volume.legs.map((leg) => ({
        legId: leg.id,
        fromSizeBytes: leg.sizeBytes,
        toDataBytes: sizes.get(leg.id)?.dataBytes ?? leg.dataBytes,
      })),
    },
  };
}

/**
 * A concatenation grows at its end; existing data keeps its place. The last leg fills its drive before another leg starts: fewer drives mean fewer
 * ways to lose the volume.
 */
function growConcatenation(
  { name, spec, legs, epoch }: VolumeDocument,
  toSizeBytes: number,
  drives: ReadonlyMap<string, GrowthDrive>,
  { className, drives: others, leftOut }: Candidates,
  newId: () => string,
): GrowthPlan {
  const last = legs.reduce((a, b) => (b.index > a.index ? b : a));
  const wanted = last.dataBytes + toSizeBytes - spec.sizeBytes;
  const drive = drives.get(last.driveId);
  const mostBytes = last.sizeBytes + wholeExtents(drive?.freeBytes ?? 0);
  const dataBytes = Math.min(wanted, mostBytes);
  const grown = { ...last, sizeBytes: Math.max(last.sizeBytes, roundUp(dataBytes, EXTENT_BYTES)) };
  const restBytes = wanted - dataBytes;
  const candidates = { className, leftOut, drives: others.filter(({ driveId }) => driveId !== last.driveId) };
  const available = candidates.drives.reduce((sum, each) => sum + wholeExtents(each.freeBytes), 0);
  const needed = roundUp(restBytes, EXTENT_BYTES);
  if (needed > available) {
    const where = `drive ${last.driveSerial} of ${last.nodeName}`;
    const notCounted = leftOut.length > 0 ? `. Not counted: ${leftOut.join('; ')}` : '';
    throw new DomainError(
      'insufficient-space',
      `Volume ${name} cannot grow to ${formatBytes(toSizeBytes)}: ${where}, which it ends on, has ${formatBytes(drive?.freeBytes ?? 0)} free; ${formatNeeded(needed)} more are needed, and the ${candidates.drives.length} other drives of class ${className} that can take a leg have ${formatBytes(available)} free${notCounted}. Choose a smaller size, or free or add space`,
      {
        field: 'sizeBytes',
        shortages: [{ what: 'space', unit: 'bytes', needed, available, where: `class ${className}, outside of ${where}` }],
      },
    );
  }
  const placed = restBytes > 0 ? placeVolume({ ...spec, sizeBytes: restBytes }, candidates).legs : [];
  const appended = placed.map((leg) => newLeg({ ...leg, index: last.index + 1 + leg.index }, epoch, newId()));
  return {
    // No client uses the appended legs before every leg is ready.
    legs: [...legs.map((leg) => (leg === last ? grown : leg)), ...appended.map((leg) => ({ ...leg, dataBytes: 0 }))],
    growth: {
      toSizeBytes,
      legsGrown: false,
      legs: [
        ...legs.map((leg) => ({
          legId: leg.id,
          fromSizeBytes: leg.sizeBytes,
          toDataBytes: leg === last ? dataBytes : leg.dataBytes,
        })),
        ...appended.map((leg) => ({ legId: leg.id, fromSizeBytes: 0, toDataBytes: leg.dataBytes })),
      ],
    },
  };
}

const wholeExtents = (bytes: number): number => Math.floor(bytes / EXTENT_BYTES) * EXTENT_BYTES;

/** The new size of each leg, by its id. */
function grownLegs({ spec, legs }: VolumeDocument, toSizeBytes: number): Map<string, LegSize> {
  const width = isMirrored(spec.protection) ? legs.length / 2 : legs.length;
  const size = legSize({ ...spec, sizeBytes: toSizeBytes }, width);
  // The legs of an older raid1 may be rounded up to a stripe, so their data may be longer than the volume needs.
  return new Map(legs.map((leg) => [leg.id, { ...size, dataBytes: Math.max(leg.dataBytes, size.dataBytes) }]));
}

function checkSize({ name, spec, growth }: VolumeDocument, toSizeBytes: number): void {
  const refuse = (detail: string) => new DomainError('not-possible', detail, { field: 'sizeBytes' });
  if (toSizeBytes < spec.sizeBytes)
    throw refuse(`Volume ${name} has ${formatBytes(spec.sizeBytes)} (${spec.sizeBytes} bytes): it can grow, not shrink.`);
  if (growth)
    throw new DomainError(
      'wrong-state',
      `Volume ${name} is growing to ${formatBytes(growth.toSizeBytes)} (${growth.toSizeBytes} bytes): wait for the job volume.grow.`,
    );
}

function checkWhole(volume: VolumeDocument): void {
  const refuse = (why: string) => new DomainError('wrong-state', `Volume ${volume.name} cannot grow now: ${why}.`);
  if (!volumeActions.grow.includes(volume.state)) throw refuse(`it is ${volume.state}`);
  if (!growableHealths.includes(volume.health)) throw refuse(`it is ${volume.health}; wait until it is healthy`);
  if (volume.array?.previousUuid) throw refuse('its new epoch has not been started yet: attach it first');
  const notReady = volume.legs.filter((leg) => leg.desired === 'present' && leg.state !== 'ready');
  if (notReady.length > 0) throw refuse(`${namesOf(notReady)} is not reported present`);
  if (!isMirrored(volume.spec.protection)) return;
  const stale = volume.legs.filter((leg) => !leg.inSync);
  if (stale.length > 0) throw refuse(`${namesOf(stale)} is not in sync`);
  const indexes = new Set(volume.legs.map((leg) => leg.index));
  if (indexes.size !== volume.legs.length) throw refuse('a leg is being replaced');
  const sets = Math.max(...volume.legs.map((leg) => leg.index >> 1)) + 1;
  if (indexes.size !== 2 * sets) throw refuse(`${2 * sets - indexes.size} of its ${2 * sets} legs are missing`);
}

const namesOf = (legs: readonly LegDocument[]) => legs.map((leg) => `leg ${leg.index} on ${leg.nodeName}`).join(', ');

function checkSpace(
  volume: VolumeDocument,
  bookings: readonly { driveId: string; bytes: number }[],
  drives: ReadonlyMap<string, GrowthDrive>,
): void {
  const wanted = new Map<string, number>();
  for (const { driveId, bytes } of bookings) wanted.set(driveId, (wanted.get(driveId) ?? 0) + bytes);
  const shortages = [...wanted].flatMap(([driveId, needed]): Shortage[] => {
    const drive = drives.get(driveId);
    const available = drive?.freeBytes ?? 0;
    const where = drive ? `drive ${drive.serial} of ${drive.nodeName}` : `drive ${driveId}`;
    return available >= needed ? [] : [{ what: 'space', unit: 'bytes', needed, available, where }];
  });
  if (shortages.length === 0) return;
  const each = shortages.map(
    ({ where, needed, available }) => `${where} has ${formatBytes(available)} free, ${formatNeeded(needed)} more are needed`,
  );
  throw new DomainError(
    'insufficient-space',
    `Volume ${volume.name} cannot grow where it is: ${each.join('; ')}. Choose a smaller size, or free space on these drives.`,
    { field: 'sizeBytes', shortages },
  );
}
