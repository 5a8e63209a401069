import { DomainError, type Shortage } from '@weft/shared/errors';
import { growableHealths, isMirrored, volumeActions } from '@weft/shared/kinds/volume';
import { formatBytes, roundUp } from '@weft/shared/units';
import { EXTENT_BYTES, type LegSize, legSize } from './placement.js';
import type { GrowthDocument, LegDocument, VolumeDocument } from './volume.document.js';

/** What a drive has left, and what to call it. */
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
 * Plans the growth of a volume on the drives that it is on: legs stay where they are. Pure.
 * @throws DomainError why not now, or `insufficient-space` with what is short on which drive.
 */
export function planGrowth(volume: VolumeDocument, toSizeBytes: number, drives: ReadonlyMap<string, GrowthDrive>): GrowthPlan {
  checkSize(volume, toSizeBytes);
  checkWhole(volume);
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

/** The new size of each leg that grows, by its id. A concatenation grows at its end: what lies before keeps its place. */
function grownLegs({ spec, legs }: VolumeDocument, toSizeBytes: number): Map<string, LegSize> {
  if (spec.protection === 'concatenated') {
    const last = legs.reduce((a, b) => (b.index > a.index ? b : a));
    const dataBytes = last.dataBytes + toSizeBytes - spec.sizeBytes;
    return new Map([[last.id, { dataBytes, sizeBytes: roundUp(dataBytes, EXTENT_BYTES) }]]);
  }
  const width = isMirrored(spec.protection) ? legs.length / 2 : legs.length;
  const size = legSize({ ...spec, sizeBytes: toSizeBytes }, width);
  return new Map(legs.map((leg) => [leg.id, size]));
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
    ({ where, needed, available }) => `${where} has ${formatBytes(available)} free, ${formatBytes(needed)} more are needed`,
  );
  throw new DomainError(
    'insufficient-space',
    `Volume ${volume.name} cannot grow where it is: ${each.join('; ')}. Choose a smaller size, or free space on these drives.`,
    { field: 'sizeBytes', shortages },
  );
}
