import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import type { Integrity } from '@weft/shared/integrity/integrity-layout';
import type { ScrubbedHalf } from '@weft/shared/integrity/volume-checksums';
import type { Condition } from '@weft/shared/kinds/common';
import type { JobReason } from '@weft/shared/kinds/job';
import type { LegHealth, LegRole } from '@weft/shared/kinds/leg';
import type { ScrubResult } from '@weft/shared/kinds/scrub';
import { isMirrored, mirrorCopies, type VolumeCreate, type VolumeState, type volumeHealths } from '@weft/shared/kinds/volume';
import type { ScrubStatus } from '@weft/shared/messages/report';
import type { ScrubAction } from '@weft/shared/messages/scrub';
import type { ThinLeg } from '@weft/shared/messages/thin';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { arrayUuids } from '@weft/shared/mirrors/mirror-set-arrays';
import type { SnapshotSchedule } from '@weft/shared/thin/snapshot-schedule';
import type { Provisioning } from '@weft/shared/thin/thin-volume';
import type { Stored } from '../../core/mongo/stored.js';
import type { Part } from './parts.js';

/** Bytes that are reserved on a cache drive of the leg's node. Written by the placement of a request, and by the volume's reconciler. */
export interface LegCacheDocument {
  driveId: string;
  driveSerial: string;
  /** Of its two logical volumes. */
  dataBytes: number;
  metadataBytes: number;
  blockBytes: number;
  /** Its target has the order to clean and remove it. */
  isEnding?: true;
  /** Generation of its node's assignment that carries the last order (S12). */
  orderGeneration: number;
}

/** A leg in the pool of its drive. */
export interface LegThinDocument extends ThinLeg {
  /** Bytes that it counts with against the ratio of its pool. Absent: its size. */
  countedBytes?: number;
}

/** Written by the placement of a request or of a repair, and by the reconciler where a leg changes its role or has to go. */
export interface LegSpec {
  failureDomain: string;
  numaNode: number | null;
  /** Bytes of the LV. */
  sizeBytes: number;
  dataBytes: number;
  epoch: number;
  desired: 'present' | 'absent';
  /** Generation of its node's assignment that carries the last order (S12). */
  orderGeneration: number;
  /** Absent: member. */
  role?: LegRole;
  /** Absent: none. */
  cache?: LegCacheDocument;
  /** Absent: it has a logical volume of its own. */
  thin?: LegThinDocument;
}

/** Written by the volume's reconciler. An accepted loss or a forced move changes `inSync` of legs that leave the array. */
export interface LegStatus {
  inSync: boolean;
  state: 'creating' | 'ready' | 'deleting' | 'unknown';
  /** Bytes of the leg that its target once reported ready; never decreases. Absent: an older version stored the leg, see `readyBytes`. */
  readyBytes?: number;
  conditions: Condition[];
  /** Health at the last stored assessment; absent: none yet. */
  health?: LegHealth;
  /** When it was first seen missing, stalled or unhealthy after it was last healthy; absent or null: it is not. An offline node changes nothing. */
  unhealthySince?: Date | null;
}

export interface LegDocument {
  id: string;
  index: number;
  driveId: string;
  driveSerial: string;
  nodeId: string;
  nodeName: string;
  spec: LegSpec;
  status: LegStatus;
}

export const roleOf = ({ spec: { role } }: Part<LegDocument, 'spec.role'>): LegRole => role ?? 'member';

/** A leg of an older epoch. Its LV is kept and not exported until it is discarded; its bytes stay reserved until its node reports it gone. */
export interface ObsoleteLegDocument extends LegDocument {
  spec: LegSpec & { since: Date; why: 'loss-accepted' | 'fence-pending' | 'replaced' | 'rolled-back' };
  /** `fencedFrom`: id of the attachment whose fence its target has not confirmed; null: no fence to confirm, or confirmed. */
  status: LegStatus & { fencedFrom: string | null };
}

/** A running growth. The legs' `sizeBytes` are the new sizes; clients see the new size when every leg is reported wiped in it (S2). */
export interface GrowthDocument {
  spec: {
    toSizeBytes: number;
    /** A leg whose old size is 0 bytes is new: appended to a concatenation, and hidden from clients until every leg has its new size. */
    legs: { legId: string; fromSizeBytes: number; toDataBytes: number }[];
  };
  /** `legsGrown`: every leg has its new size, and the growth waits only for clients that have not taken it up. */
  status: { legsGrown: boolean };
}

/** Place in the rebuild queue: other rebuilds use drives or nodes that this volume needs. */
export interface RepairTurn {
  since: Date;
  /** Ids of drives and nodes. */
  waitsFor: string[];
}

/** The array of a mirror in the present epoch. */
export interface ArrayDocument {
  spec: { uuid: string; dataOffsetBytes: number };
  status: {
    /** A client has reported that the array exists; from then on no client may create it again. */
    created: boolean;
    /** Array UUIDs that the legs may carry as copies, until a client has given them the present one. Absent: no copy, or done. */
    copiedFrom?: string[];
    /** Array UUID of the previous epoch, until a client reports the array under the new UUID. */
    previousUuid?: string | null;
    /** The legs have grown while no client had the volume attached: the next one that may write grows the array. Absent: it has the volume's size. */
    isShort?: true;
  };
}

/** An ordered scrub, until it has ended. `orderedAt` identifies it. */
export interface ScrubOrderDocument {
  orderedAt: Date;
  action: ScrubAction;
  /** Name of the person. Null: the schedule. */
  orderedBy: string | null;
  /** The attachment whose client carries it out. */
  attachmentId: string;
  client: { id: string; name: string };
  /** A person has ordered it to end: the client's assignment no longer has it. */
  isStopping: boolean;
  /** What its client had reported by then. Absent: nothing. */
  reached?: Pick<ScrubStatus, 'checkedBytes' | 'totalBytes' | 'mismatchBytes'>;
}

/** Wrong checksums of a leg on dm-integrity, counted on when its target begins from zero. */
export interface LegChecksumsDocument {
  legId: string;
  /** Since the leg was made. */
  errors: number;
  /** Last count of the target, and the boot that it was reported in. */
  reported: number;
  bootId: string;
  /** How often the target has begun to count from zero. */
  restarts: number;
}

/** Counts of the legs when a scrub began. */
export type ChecksumsBefore = Pick<LegChecksumsDocument, 'legId' | 'errors' | 'restarts'>[];

/** Written by the reconciler. */
export interface ScrubStatusDocument {
  /** The next scheduled scrub is due an interval later: the end of the last complete or stopped one. Before the first: spread over the volumes. */
  countedFrom: Date;
  /** When the client first reported the current order as begun. Null: it has not. */
  startedAt: Date | null;
  lastCompletedAt: Date | null;
  last: ScrubResultDocument | null;
  /** As the current order began. Absent: no checksums, or no order. */
  checksumsBefore?: ChecksumsBefore;
  /** Targets may still report wrong checksums that the last scrub found. Absent: no. */
  counting?: { until: Date; before: ChecksumsBefore };
}
export interface ScrubResultDocument extends Omit<ScrubResult, 'startedAt' | 'endedAt' | 'orderedAt' | 'halves'> {
  orderedAt: Date;
  startedAt: Date | null;
  endedAt: Date;
  /** Absent: no checksums, not begun, or stored by an earlier version. */
  halves?: ScrubbedHalf[];
}

/** What makes a volume a snapshot: it has the data of another one's moment, and no client writes to it. */
export interface SnapshotDocument {
  of: { id: string; name: string };
  /** The same for all that were taken at one moment. */
  groupId: string;
  origin: 'person' | 'schedule';
  /** It is being taken: it counts as nothing yet. */
  isPending: boolean;
  takenAt: Date | null;
  /** Null: no client held the volume, or it is not taken yet. */
  heldMs: number | null;
  /** Why it was not taken: it is being deleted. */
  failure?: JobReason;
}

/** Written by requests. The reconciler sets the size of a finished growth. */
export interface VolumeSpec extends Omit<VolumeCreate, 'name' | 'copies' | 'encryption' | 'cache' | 'provisioning' | 'integrity'> {
  /** Absent: as `mirrorCopies` says. Never changes. */
  copies?: number;
  /** Absent: none. */
  encryption?: VolumeCreate['encryption'];
  /** Absent or null: none. */
  cache?: VolumeCache | null;
  /** Absent: thick. Never changes. */
  provisioning?: Provisioning;
  /** Absent: none. Never changes. */
  integrity?: Integrity;
  /** Absent: it is no snapshot. */
  snapshot?: SnapshotDocument;
  /** Snapshots of it that are being taken. Absent: none. */
  snapshotSetId?: string;
  /** Absent or null: none. `since`: the first snapshot is due an interval later. */
  snapshotSchedule?: (SnapshotSchedule & { since: Date }) | null;
  /** Its new legs are being made as copies of those of its snapshot. Absent: no roll-back. */
  rollBack?: { snapshot: { id: string; name: string }; since: Date };
  epoch: number;
  /** Tenure of its newest attachment; kept after that attachment is removed. Absent: none yet, or stored by an earlier version. */
  lastTenure?: number;
  /** Absent: not encrypted. Never changes. */
  encryptionKeyId?: string;
  /** Days. Absent or null: the cluster's setting. */
  scrubIntervalDays?: number | null;
  /** Absent or null: none. */
  scrub?: ScrubOrderDocument | null;
  /** Checksum errors that a person has looked at. Absent: none. */
  checksumsAcknowledged?: { by: string; at: Date; legs: Pick<LegChecksumsDocument, 'legId' | 'errors'>[] };
}

/** Written by the reconciler and by repair. A request sets only the state that its order starts with. */
export interface VolumeStatus {
  state: VolumeState;
  health: (typeof volumeHealths)[number];
  /** Indexes of a mirror without a leg, because the leg left with an epoch. Absent: none. */
  vacancies?: { index: number; since: Date }[];
  /** Absent or null: it does not wait for other rebuilds. */
  repairTurn?: RepairTurn | null;
  /** Absent: no mirror, or not looked at yet. */
  scrub?: ScrubStatusDocument;
  /** By leg. Absent: no checksums, or none reported yet. */
  checksums?: LegChecksumsDocument[];
  /** Of the schedule. Absent: none tried yet. */
  snapshots?: { lastTriedAt?: Date; lastTakenAt?: Date };
  observedGeneration: number;
  conditions: Condition[];
}

export interface VolumeDocument extends Stored {
  name: string;
  /** Rises with each change of the spec by a request. */
  generation: number;
  spec: VolumeSpec;
  status: VolumeStatus;
  /** Null: no mirror. */
  array: ArrayDocument | null;
  legs: LegDocument[];
  /** Absent: none; the same for `growth`. */
  obsoleteLegs?: ObsoleteLegDocument[];
  growth?: GrowthDocument | null;
}

/** The leg with the order to remove its LV. */
export const removed = <L extends LegDocument>(leg: L): L => ({
  ...leg,
  spec: { ...leg.spec, desired: 'absent' as const },
  status: { ...leg.status, state: 'deleting' as const },
});

/** The fields of a spec that people set. */
export const requestedSpec = ({
  epoch,
  lastTenure,
  encryptionKeyId,
  encryption = 'none',
  cache = null,
  provisioning = 'thick',
  integrity = 'none',
  scrub,
  scrubIntervalDays,
  checksumsAcknowledged,
  snapshot,
  snapshotSetId,
  snapshotSchedule,
  rollBack,
  ...spec
}: VolumeSpec): Omit<VolumeCreate, 'name' | 'copies'> & { copies: number } => ({
  ...spec,
  copies: mirrorCopies(spec),
  encryption,
  cache,
  provisioning,
  integrity,
});

/** Fields that tell the mirror sets of a volume. */
export type Shape = Pick<VolumeSpec, 'protection' | 'copies'>;

/** Number of the mirror set of each leg of a volume; without a mirror each leg is a set of its own. */
export const setsOf = (spec: Shape): ((leg: Pick<LegDocument, 'index'>) => number) => {
  const copies = mirrorCopies(spec);
  return ({ index }) => mirrorSetOf(index, copies);
};

/** Legs at the other indexes of the mirror set of this index, joining ones included. */
export const otherHalves = <L extends Pick<LegDocument, 'index'>>(
  { spec, legs }: { spec: Shape; legs: readonly L[] },
  index: number,
): L[] => {
  const setOf = setsOf(spec);
  return legs.filter((each) => each.index !== index && setOf(each) === setOf({ index }));
};

/** Number of places of a mirror: md's slots, whether or not each has a leg now. */
export const mirrorSlots = (spec: Shape, legs: readonly Pick<LegDocument, 'index'>[]): number =>
  mirrorCopies(spec) * (Math.max(-1, ...legs.map(setsOf(spec))) + 1);

/** Whether its legs lie on dm-integrity. */
export const hasChecksums = ({ spec: { integrity = 'none' } }: { spec: Pick<VolumeSpec, 'integrity'> }): boolean => integrity !== 'none';

/** UUIDs of the volume's md arrays, by mirror set if each has its own. */
export const arrayUuidsOf = ({
  spec,
  array,
  legs,
}: Pick<VolumeDocument, 'legs'> & { spec: Shape; array: ArrayDocument | null }): string[] =>
  array
    ? arrayUuids({ level: spec.protection === 'raid10' ? 'raid10' : 'raid1', copies: mirrorCopies(spec), uuid: array.spec.uuid }, legs)
    : [];

/** Every leg that has an LV and takes space: of this epoch and of older ones. */
export const allLegs = ({ legs, obsoleteLegs }: Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>): LegDocument[] => [
  ...legs,
  ...(obsoleteLegs ?? []),
];

/** A thin leg that begins empty. */
export const emptyThin = (leg: LegDocument): LegDocument => ({ ...leg, spec: { ...leg.spec, thin: { originLegId: null, order: 'take' } } });

/** Bytes that a thin leg counts with against the ratio of its pool; 0: it is no thin leg. */
export const countedBytes = ({ spec: { thin, sizeBytes } }: Pick<LegDocument, 'spec'>): number =>
  thin ? (thin.countedBytes ?? sizeBytes) : 0;

/** What a leg takes of a drive. */
export interface Booking {
  driveId: string;
  bytes: number;
  /** In the drive's pool, whose own bytes the drive reserves. */
  thin: { legs: number; bytes: number };
}
const NOTHING_THIN = { legs: 0, bytes: 0 };

/** Bytes that a leg and its cache take, by drive (S6). */
export const bookings = (leg: LegDocument): Booking[] => [
  leg.spec.thin
    ? { driveId: leg.driveId, bytes: 0, thin: { legs: 1, bytes: countedBytes(leg) } }
    : { driveId: leg.driveId, bytes: leg.spec.sizeBytes, thin: NOTHING_THIN },
  ...cacheBookings(leg),
];

const cacheBookings = ({ spec: { cache } }: LegDocument): Booking[] => [
  ...(cache ? [{ driveId: cache.driveId, bytes: cache.dataBytes + cache.metadataBytes, thin: NOTHING_THIN }] : []),
];

/** MongoDB filter: volumes with a leg, or the cache of a leg, on the drive. */
export const anythingOn = (driveId: unknown) => ({
  $or: [...anyLeg('driveId', driveId).$or, { 'legs.spec.cache.driveId': driveId }, { 'obsoleteLegs.spec.cache.driveId': driveId }],
});

/** MongoDB filter: volumes with a leg of any epoch whose `field` matches `value`. */
export const anyLeg = (field: 'id' | 'nodeId' | 'driveId', value: unknown) => ({
  $or: [{ [`legs.${field}`]: value }, { [`obsoleteLegs.${field}`]: value }],
});

/** Bytes of a leg's LV that clients may use: the old size until every leg is grown and wiped (S2). */
export const exportedSizeBytes = ({ growth }: Pick<VolumeDocument, 'growth'>, leg: LegDocument): number =>
  (growth && !growth.status.legsGrown ? growth.spec.legs.find(({ legId }) => legId === leg.id)?.fromSizeBytes : undefined) ??
  leg.spec.sizeBytes;

/** Whether the running growth appends the leg. */
export const isAppended = ({ growth }: Pick<VolumeDocument, 'growth'>, leg: Pick<LegDocument, 'id'>): boolean =>
  growth?.spec.legs.some(({ legId, fromSizeBytes }) => legId === leg.id && fromSizeBytes === 0) ?? false;

/**
 * Bytes of a leg that may hold data, so no agent may create or zero them again. A leg that an older version stored counts as ready, unless no client
 * has had it yet. A joining leg counts too, because md may have written to it.
 */
export const readyBytes = (volume: Part<VolumeDocument, 'status.state' | 'growth'>, leg: LegDocument): number =>
  leg.status.readyBytes ?? (volume.status.state === 'creating' || isAppended(volume, leg) ? 0 : exportedSizeBytes(volume, leg));

/** Legs that clients see: an appended leg only once every leg is ready (S2). */
export const clientsLegs = (volume: Pick<VolumeDocument, 'legs' | 'growth'>): LegDocument[] =>
  volume.legs.filter((leg) => volume.growth?.status.legsGrown !== false || !isAppended(volume, leg));

/** Indexes of a mirror without a leg. */
export const vacantIndexes = (spec: Shape, legs: readonly Pick<LegDocument, 'index'>[]): number[] =>
  Array.from({ length: mirrorSlots(spec, legs) }, (_, index) => index).filter((index) => !legs.some((leg) => leg.index === index));

/** Pairs of mirror legs in one failure domain. A joining leg does not count yet. */
export function sharedHalves(spec: Shape, legs: readonly LegDocument[]): [LegDocument, LegDocument][] {
  if (!isMirrored(spec.protection)) return [];
  const setOf = setsOf(spec);
  const sides = legs.filter((leg) => roleOf(leg) !== 'joining');
  return sides.flatMap((a) =>
    sides.flatMap((b): [LegDocument, LegDocument][] =>
      b.index > a.index && setOf(a) === setOf(b) && a.spec.failureDomain === b.spec.failureDomain ? [[a, b]] : [],
    ),
  );
}
