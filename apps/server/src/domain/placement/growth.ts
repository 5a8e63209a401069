import { DomainError } from '@weft/shared/errors/domain-error';
import type { Shortage } from '@weft/shared/errors/errors';
import { growableHealths, isMirrored, mirrorCopies, volumeActions } from '@weft/shared/kinds/volume';
import { MOST } from '@weft/shared/messages/bounded';
import { driveRef } from '@weft/shared/text/references';
import { errorPart } from '@weft/shared/text/rendering/render-error';
import { roundUp } from '@weft/shared/units';
import { legOnNode, nodeOf, volumeOf } from '../documents/references.js';
import { type GrowthDocument, hasChecksums, type LegDocument, mirrorSlots, type VolumeDocument } from '../documents/volume.document.js';
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
  if (hasChecksums(volume)) throw new DomainError('integrity-fixed-size', { volume: volumeOf(volume) }, { field: 'sizeBytes' });
  if (volume.spec.protection === 'concatenated') return growConcatenation(volume, toSizeBytes, drives, elsewhere, newId);
  const sizes = grownLegs(volume, toSizeBytes);
  const legs = volume.legs.map((leg) => ({
    ...leg,
    spec: { ...leg.spec, sizeBytes: Math.max(leg.spec.sizeBytes, sizes.get(leg.id)?.sizeBytes ?? 0) },
  }));
  const bookings = legs.flatMap((leg, at) => {
    const bytes = leg.spec.sizeBytes - (volume.legs[at]?.spec.sizeBytes ?? 0);
    return bytes > 0 ? [{ leg, bytes }] : [];
  });
  checkSpace(volume, bookings, drives);
  return {
    legs,
    growth: {
      spec: {
        toSizeBytes,
        legs: volume.legs.map((leg) => ({
          legId: leg.id,
          fromSizeBytes: leg.spec.sizeBytes,
          toDataBytes: sizes.get(leg.id)?.dataBytes ?? leg.spec.dataBytes,
        })),
      },
      status: { legsGrown: false },
    },
  };
}

/**
 * A concatenation grows at its end; existing data keeps its place. The last leg fills its drive before another leg starts: fewer drives mean fewer
 * ways to lose the volume.
 */
function growConcatenation(
  volume: VolumeDocument,
  toSizeBytes: number,
  drives: ReadonlyMap<string, GrowthDrive>,
  { className, drives: others, leftOut }: Candidates,
  newId: () => string,
): GrowthPlan {
  const {
    spec,
    legs,
    spec: { epoch },
  } = volume;
  const last = legs.reduce((a, b) => (b.index > a.index ? b : a));
  const wanted = last.spec.dataBytes + toSizeBytes - spec.sizeBytes;
  const drive = drives.get(last.driveId);
  const mostBytes = last.spec.sizeBytes + wholeExtents(drive?.freeBytes ?? 0);
  const dataBytes = Math.min(wanted, mostBytes);
  const grown = { ...last, spec: { ...last.spec, sizeBytes: Math.max(last.spec.sizeBytes, roundUp(dataBytes, EXTENT_BYTES)) } };
  const restBytes = wanted - dataBytes;
  const largestFirst = others.filter(({ driveId }) => driveId !== last.driveId).sort((a, b) => b.freeBytes - a.freeBytes);
  const candidates = { className, leftOut, drives: largestFirst.slice(0, MOST.legs - legs.length) };
  const available = candidates.drives.reduce((sum, each) => sum + wholeExtents(each.freeBytes), 0);
  const needed = roundUp(restBytes, EXTENT_BYTES);
  if (needed > available) {
    const where = `drive ${last.driveSerial} of ${last.nodeName}`;
    throw new DomainError(
      'growth-needs-drives',
      {
        ...{ volume: volumeOf(volume), toSizeBytes, drive: driveRef(last.driveId, last.driveSerial), node: nodeOf(last) },
        ...{ freeBytes: drive?.freeBytes ?? 0, neededBytes: needed, className },
        ...{ otherDrives: candidates.drives.length, otherFreeBytes: available, notCounted: leftOut },
      },
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
    legs: [...legs.map((leg) => (leg === last ? grown : leg)), ...appended.map((leg) => ({ ...leg, spec: { ...leg.spec, dataBytes: 0 } }))],
    growth: {
      spec: {
        toSizeBytes,
        legs: [
          ...legs.map((leg) => ({
            legId: leg.id,
            fromSizeBytes: leg.spec.sizeBytes,
            toDataBytes: leg === last ? dataBytes : leg.spec.dataBytes,
          })),
          ...appended.map((leg) => ({ legId: leg.id, fromSizeBytes: 0, toDataBytes: leg.spec.dataBytes })),
        ],
      },
      status: { legsGrown: false },
    },
  };
}

const wholeExtents = (bytes: number): number => Math.floor(bytes / EXTENT_BYTES) * EXTENT_BYTES;

/** The new size of each leg, by its id. */
function grownLegs({ spec, legs }: VolumeDocument, toSizeBytes: number): Map<string, LegSize> {
  const width = legs.length / mirrorCopies(spec);
  const size = legSize({ ...spec, sizeBytes: toSizeBytes }, width);
  // The legs of an older raid1 may be rounded up to a stripe, so their data may be longer than the volume needs.
  return new Map(legs.map((leg) => [leg.id, { ...size, dataBytes: Math.max(leg.spec.dataBytes, size.dataBytes) }]));
}

function checkSize(volume: VolumeDocument, toSizeBytes: number): void {
  const { spec, growth } = volume;
  if (toSizeBytes < spec.sizeBytes)
    throw new DomainError('volume-cannot-shrink', { volume: volumeOf(volume), sizeBytes: spec.sizeBytes }, { field: 'sizeBytes' });
  if (growth) throw new DomainError('volume-growing', { volume: volumeOf(volume), toSizeBytes: growth.spec.toSizeBytes });
}

function checkWhole(whole: VolumeDocument): void {
  const volume = volumeOf(whole);
  if (!volumeActions.grow.includes(whole.status.state)) throw new DomainError('growth-needs-state', { volume, state: whole.status.state });
  if (!growableHealths.includes(whole.status.health)) throw new DomainError('growth-needs-health', { volume, health: whole.status.health });
  if (whole.array?.status.previousUuid) throw new DomainError('growth-needs-start', { volume });
  const notReady = whole.legs.filter((leg) => leg.spec.desired === 'present' && leg.status.state !== 'ready');
  if (notReady.length > 0) throw new DomainError('growth-needs-legs', { volume, legs: notReady.map(legOnNode) });
  if (isMirrored(whole.spec.protection)) checkMirror(whole);
}

function checkMirror(mirror: VolumeDocument): void {
  const volume = volumeOf(mirror);
  const stale = mirror.legs.filter((leg) => !leg.status.inSync);
  if (stale.length > 0) throw new DomainError('growth-needs-sync', { volume, legs: stale.map(legOnNode) });
  const indexes = new Set(mirror.legs.map((leg) => leg.index));
  if (indexes.size !== mirror.legs.length) throw new DomainError('growth-during-replacement', { volume });
  const allLegs = mirrorSlots(mirror.spec, mirror.legs);
  if (indexes.size !== allLegs) throw new DomainError('growth-needs-all-legs', { volume, missingLegs: allLegs - indexes.size, allLegs });
}

interface Booking {
  leg: LegDocument;
  bytes: number;
}

function checkSpace(volume: VolumeDocument, bookings: readonly Booking[], drives: ReadonlyMap<string, GrowthDrive>): void {
  const wanted = new Map<string, Booking>();
  for (const { leg, bytes } of bookings) wanted.set(leg.driveId, { leg, bytes: bytes + (wanted.get(leg.driveId)?.bytes ?? 0) });
  const short = [...wanted.values()].flatMap(({ leg, bytes }) => {
    const freeBytes = drives.get(leg.driveId)?.freeBytes ?? 0;
    return freeBytes >= bytes ? [] : [{ leg, neededBytes: bytes, freeBytes }];
  });
  if (short.length === 0) return;
  const shortages = short.map(
    ({ leg, neededBytes, freeBytes }): Shortage => ({
      ...{ what: 'space', unit: 'bytes', needed: neededBytes, available: freeBytes },
      where: `drive ${leg.driveSerial} of ${leg.nodeName}`,
    }),
  );
  const full = short.map(({ leg, ...space }) =>
    errorPart('drive-too-full', { drive: driveRef(leg.driveId, leg.driveSerial), node: nodeOf(leg), ...space }),
  );
  throw new DomainError('growth-needs-space', { volume: volumeOf(volume), drives: full }, { field: 'sizeBytes', shortages });
}
