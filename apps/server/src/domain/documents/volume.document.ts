import type { Condition } from '@weft/shared/kinds/common';
import type { LegRole, LegVerdict } from '@weft/shared/kinds/leg';
import { isMirrored, type Protection, type VolumeCreate, type VolumeState, type volumeHealths } from '@weft/shared/kinds/volume';
import type { Stored } from '../../core/mongo/stored.js';

export interface LegDocument {
  id: string;
  index: number;
  driveId: string;
  driveSerial: string;
  nodeId: string;
  nodeName: string;
  failureDomain: string;
  numaNode: number | null;
  /** Bytes of the LV. */
  sizeBytes: number;
  dataBytes: number;
  epoch: number;
  inSync: boolean;
  desired: 'present' | 'absent';
  /** Assignment generation of its node that carries the last order (S12). */
  orderGeneration: number;
  state: 'creating' | 'ready' | 'deleting' | 'unknown';
  /** Bytes of it that were once reported ready; never falls. Absent: stored by an older version, see `readyBytes`. */
  readyBytes?: number;
  conditions: Condition[];
  /** Absent: member. */
  role?: LegRole;
  /** The last one that was stored; absent: none yet. */
  verdict?: LegVerdict;
  /** When it was first seen missing or unhealthy since it was last seen healthy; absent or null: it is not. A silent witness changes nothing. */
  unhealthySince?: Date | null;
}

export const roleOf = ({ role }: Pick<LegDocument, 'role'>): LegRole => role ?? 'member';

/** A leg of an older epoch. Its LV is kept, exported to nobody, until it is discarded; its bytes stay booked until it is reported gone. */
export interface ObsoleteLegDocument extends LegDocument {
  since: Date;
  why: 'loss-accepted' | 'fence-pending' | 'replaced';
  /** The attachment that its target has not confirmed to have fenced; null: nothing is to be confirmed, or it has been. */
  fencedFrom: string | null;
}

/**
 * A growth under way. The legs' `sizeBytes` are those to come; what clients see changes when every leg was reported wiped in its new size (S2).
 * One that was 0 bytes long before is new: appended to a concatenation, and no leg of the volume for its clients until then.
 */
export interface GrowthDocument {
  toSizeBytes: number;
  legs: { legId: string; fromSizeBytes: number; toDataBytes: number }[];
  /** Every leg is there: what is missing is clients that have not taken the new size up. */
  legsGrown: boolean;
}

/** Its turn to be copied has not come: other copies run on what it needs. */
export interface RepairTurn {
  since: Date;
  /** Ids of drives and nodes. */
  waitsFor: string[];
}

export interface VolumeDocument extends Stored {
  name: string;
  spec: Omit<VolumeCreate, 'name'>;
  state: VolumeState;
  health: (typeof volumeHealths)[number];
  epoch: number;
  /** Tenure of its newest attachment, which outlives that attachment. Absent: none yet, or made by an earlier version. */
  lastTenure?: number;
  /** Mirrors only. `created`: the first report that the array exists has arrived; from then on nothing may create it again. */
  array: {
    uuid: string;
    dataOffsetBytes: number;
    created: boolean;
    /** UUID of the epoch before, until the array was reported under the new one. */
    previousUuid?: string | null;
  } | null;
  legs: LegDocument[];
  /** Absent: none; as in `growth`. */
  obsoleteLegs?: ObsoleteLegDocument[];
  growth?: GrowthDocument | null;
  /** Indexes of a mirror that have no leg, since it left with an epoch. Absent: none. */
  vacancies?: { index: number; since: Date }[];
  /** Absent or null: it waits for no other copies. */
  repairTurn?: RepairTurn | null;
  generation: number;
  observedGeneration: number;
  conditions: Condition[];
}

/** Every leg that takes space and has an LV: of this epoch and of older ones. */
export const allLegs = ({ legs, obsoleteLegs }: Pick<VolumeDocument, 'legs' | 'obsoleteLegs'>): LegDocument[] => [
  ...legs,
  ...(obsoleteLegs ?? []),
];

/** Filter for volumes of which any leg, of any epoch, has `field` as `value` says. */
export const anyLeg = (field: 'id' | 'nodeId' | 'driveId', value: unknown) => ({
  $or: [{ [`legs.${field}`]: value }, { [`obsoleteLegs.${field}`]: value }],
});

/** Bytes of a leg's LV that its clients may count on: before every leg is grown and wiped, those of before (S2). */
export const exportedSizeBytes = ({ growth }: Pick<VolumeDocument, 'growth'>, leg: LegDocument): number =>
  (growth && !growth.legsGrown ? growth.legs.find(({ legId }) => legId === leg.id)?.fromSizeBytes : undefined) ?? leg.sizeBytes;

/** Appended by the growth that is under way. */
export const isAppended = ({ growth }: Pick<VolumeDocument, 'growth'>, leg: Pick<LegDocument, 'id'>): boolean =>
  growth?.legs.some(({ legId, fromSizeBytes }) => legId === leg.id && fromSizeBytes === 0) ?? false;

/**
 * Bytes of a leg that may hold data, so nothing may make or zero them again. A leg that an older version stored counts as ready, unless it is one
 * that no client had yet. A joining one counts too: md may have copied onto it.
 */
export const readyBytes = (volume: Pick<VolumeDocument, 'state' | 'growth'>, leg: LegDocument): number =>
  leg.readyBytes ?? (volume.state === 'creating' || isAppended(volume, leg) ? 0 : exportedSizeBytes(volume, leg));

/** Legs that clients know of: one that is appended comes when every leg is there (S2). */
export const clientsLegs = (volume: Pick<VolumeDocument, 'legs' | 'growth'>): LegDocument[] =>
  volume.legs.filter((leg) => volume.growth?.legsGrown !== false || !isAppended(volume, leg));

/** Indexes of a mirror that have no leg. */
export const vacantIndexes = (legs: readonly Pick<LegDocument, 'index'>[]): number[] => {
  const sets = Math.max(-1, ...legs.map(({ index }) => index >> 1)) + 1;
  return Array.from({ length: 2 * sets }, (_, index) => index).filter((index) => !legs.some((leg) => leg.index === index));
};

/** Sides of mirrors that stand in one failure domain, pair by pair. A leg that is still to be joined is no side yet. */
export function sharedSides(protection: Protection, legs: readonly LegDocument[]): [LegDocument, LegDocument][] {
  if (!isMirrored(protection)) return [];
  const sides = legs.filter((leg) => roleOf(leg) !== 'joining');
  return sides.flatMap((a) =>
    sides.flatMap((b): [LegDocument, LegDocument][] =>
      b.index === a.index + 1 && a.index % 2 === 0 && a.failureDomain === b.failureDomain ? [[a, b]] : [],
    ),
  );
}
