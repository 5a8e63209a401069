import type { LegTruth } from '@weft/shared/kinds/leg';
import type { Leg, ObsoleteLeg, Volume } from '@weft/shared/kinds/volume';
import { toObject } from '../core/mongo/stored.js';
import { allLegs, type LegDocument, type ObsoleteLegDocument, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';

const toLeg = (leg: LegDocument, truth: LegTruth | null): Leg => ({
  id: leg.id,
  index: leg.index,
  drive: { id: leg.driveId, serial: leg.driveSerial },
  node: { id: leg.nodeId, name: leg.nodeName },
  failureDomain: leg.failureDomain,
  numaNode: leg.numaNode,
  sizeBytes: leg.sizeBytes,
  dataBytes: leg.dataBytes,
  epoch: leg.epoch,
  inSync: leg.inSync,
  role: roleOf(leg),
  state: leg.state,
  conditions: leg.conditions,
  verdict: truth?.verdict ?? leg.verdict ?? null,
  truth,
});

const toObsoleteLeg = (leg: ObsoleteLegDocument): ObsoleteLeg => {
  const { inSync, role, state, conditions, verdict, truth, ...placed } = toLeg(leg, null);
  return {
    ...placed,
    since: leg.since.toISOString(),
    why: leg.why,
    fenceConfirmed: leg.fencedFrom === null,
    discarding: leg.desired === 'absent',
  };
};

/** `className`, `attachmentIds` and `truths` (by leg id; null in a list) come from other documents; the service reads them. */
export function toVolume(
  volume: VolumeDocument,
  className: string,
  attachmentIds: string[],
  truths: ReadonlyMap<string, LegTruth> | null,
): Volume {
  const { driveClassId, ...spec } = volume.spec;
  return toObject<Volume>(volume, {
    name: volume.name,
    ...spec,
    driveClass: { id: driveClassId, name: className },
    state: volume.state,
    health: volume.health,
    epoch: volume.epoch,
    arrayUuid: volume.array?.uuid ?? null,
    rawBytes: allLegs(volume).reduce((sum, leg) => sum + leg.sizeBytes, 0),
    legs: volume.legs.map((leg) => toLeg(leg, truths?.get(leg.id) ?? null)),
    obsoleteLegs: (volume.obsoleteLegs ?? []).map(toObsoleteLeg),
    growth: volume.growth ? { toSizeBytes: volume.growth.toSizeBytes } : null,
    attachmentIds,
    generation: volume.generation,
    observedGeneration: volume.observedGeneration,
    conditions: volume.conditions,
  });
}
