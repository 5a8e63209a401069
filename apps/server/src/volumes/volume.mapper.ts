import type { LegCache } from '@weft/shared/cache/volume-cache';
import type { LegObservations } from '@weft/shared/kinds/leg';
import type { Leg, ObsoleteLeg, Volume } from '@weft/shared/kinds/volume';
import { toObject } from '../core/mongo/stored.js';
import {
  allLegs,
  countedBytes,
  type LegCacheDocument,
  type LegDocument,
  type ObsoleteLegDocument,
  requestedSpec,
  roleOf,
  type VolumeDocument,
} from '../domain/documents/volume.document.js';
import { toChecksums } from './checksums.mapper.js';
import { type ScrubReport, toScrub } from './scrub.mapper.js';
import type { Attached } from './volumes.repository.js';

const toLeg = (
  leg: LegDocument,
  observations: LegObservations | null,
  cache: LegCache['observed'] = null,
  mappedBytes: number | null = null,
  integrity: Leg['integrity'] = null,
): Leg => ({
  id: leg.id,
  index: leg.index,
  drive: { id: leg.driveId, serial: leg.driveSerial },
  node: { id: leg.nodeId, name: leg.nodeName },
  failureDomain: leg.spec.failureDomain,
  numaNode: leg.spec.numaNode,
  sizeBytes: leg.spec.sizeBytes,
  dataBytes: leg.spec.dataBytes,
  epoch: leg.spec.epoch,
  inSync: leg.status.inSync,
  role: roleOf(leg),
  state: leg.status.state,
  conditions: leg.status.conditions,
  health: observations?.health ?? leg.status.health ?? null,
  observations,
  cache: leg.spec.cache ? toLegCache(leg.spec.cache, cache) : null,
  thin: leg.spec.thin ? { originLegId: leg.spec.thin.originLegId, countedBytes: countedBytes(leg), mappedBytes } : null,
  integrity,
});

const toLegCache = (cache: LegCacheDocument, observed: LegCache['observed']): LegCache => ({
  drive: { id: cache.driveId, serial: cache.driveSerial },
  ...{ dataBytes: cache.dataBytes, metadataBytes: cache.metadataBytes, blockBytes: cache.blockBytes },
  isEnding: cache.isEnding ?? false,
  observed,
});

const toObsoleteLeg = (leg: ObsoleteLegDocument): ObsoleteLeg => {
  const { inSync, role, state, conditions, health, observations, cache, thin, integrity, ...placed } = toLeg(leg, null);
  return {
    ...placed,
    since: leg.spec.since.toISOString(),
    why: leg.spec.why,
    fenceConfirmed: leg.status.fencedFrom === null,
    discarding: leg.spec.desired === 'absent',
  };
};

/** What other documents say; the service reads them. */
export interface VolumeSurroundings {
  className: string;
  attachments: readonly Attached[];
  /** By leg id; null in a list. */
  observations: ReadonlyMap<string, LegObservations> | null;
  /** As targets reported them, by leg id. Missing in a list. */
  caches?: ReadonlyMap<string, LegCache['observed']> | undefined;
  /** Bytes that thin legs use of their pools, by leg id. Missing in a list. */
  mapped?: ReadonlyMap<string, number | null> | undefined;
  /** Of legs on dm-integrity, as targets reported them, by leg id. Missing in a list. */
  checksums?: ReadonlyMap<string, Leg['integrity']> | undefined;
  /** The cluster's setting. */
  scrubIntervalDays: number;
  /** Missing in a list. */
  scrub?: ScrubReport | undefined;
}

const toCopying = ({
  snapshot,
  snapshotSchedule,
  rollBack,
}: VolumeDocument['spec']): Pick<Volume, 'snapshotOf' | 'snapshotSchedule' | 'rollBack'> => ({
  snapshotOf: snapshot?.of ?? null,
  snapshotSchedule: snapshotSchedule ? { everyHours: snapshotSchedule.everyHours, keep: snapshotSchedule.keep } : null,
  rollBack: rollBack ? { snapshot: rollBack.snapshot, since: rollBack.since.toISOString() } : null,
});

export function toVolume(
  volume: VolumeDocument,
  { className, attachments, observations, caches, mapped, checksums, scrubIntervalDays, scrub }: VolumeSurroundings,
): Volume {
  const { driveClassId, ...spec } = requestedSpec(volume.spec);
  return toObject<Volume>(volume, {
    name: volume.name,
    ...spec,
    encryptionKeyId: volume.spec.encryptionKeyId ?? null,
    driveClass: { id: driveClassId, name: className },
    state: volume.status.state,
    health: volume.status.health,
    epoch: volume.spec.epoch,
    arrayUuid: volume.array?.spec.uuid ?? null,
    rawBytes: allLegs(volume).reduce((sum, leg) => sum + leg.spec.sizeBytes, 0),
    legs: volume.legs.map((leg) =>
      toLeg(leg, observations?.get(leg.id) ?? null, caches?.get(leg.id), mapped?.get(leg.id), checksums?.get(leg.id)),
    ),
    obsoleteLegs: (volume.obsoleteLegs ?? []).map(toObsoleteLeg),
    growth: volume.growth ? { toSizeBytes: volume.growth.spec.toSizeBytes } : null,
    attachmentIds: attachments.map(({ id }) => id),
    clients: attachments.map(({ client }) => client),
    generation: volume.generation,
    observedGeneration: volume.status.observedGeneration,
    conditions: volume.status.conditions,
    scrubIntervalDays: volume.spec.scrubIntervalDays ?? null,
    ...toCopying(volume.spec),
    checksums: toChecksums(volume),
    scrub: toScrub(volume, attachments, scrubIntervalDays, scrub),
  });
}
