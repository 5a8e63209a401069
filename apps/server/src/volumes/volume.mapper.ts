import type { Leg, ObsoleteLeg, Volume } from '@weft/shared/kinds/volume';
import { objectFieldsOf } from '../core/mongo/stored.js';
import { allLegs, type LegDocument, type ObsoleteLegDocument, type VolumeDocument } from './volume.document.js';

const toLeg = (leg: LegDocument): Leg => ({
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
  state: leg.state,
  conditions: leg.conditions,
});

const toObsoleteLeg = (leg: ObsoleteLegDocument): ObsoleteLeg => {
  const { inSync, state, conditions, ...placed } = toLeg(leg);
  return {
    ...placed,
    since: leg.since.toISOString(),
    why: leg.why,
    fenceConfirmed: leg.fencedFrom === null,
    discarding: leg.desired === 'absent',
  };
};

/** `className` and `attachmentIds` belong to other documents and are read by the service. */
export function toVolume(volume: VolumeDocument, className: string, attachmentIds: string[]): Volume {
  const { driveClassId, ...spec } = volume.spec;
  return {
    ...objectFieldsOf(volume),
    name: volume.name,
    ...spec,
    driveClass: { id: driveClassId, name: className },
    state: volume.state,
    health: volume.health,
    epoch: volume.epoch,
    arrayUuid: volume.array?.uuid ?? null,
    rawBytes: allLegs(volume).reduce((sum, leg) => sum + leg.sizeBytes, 0),
    legs: volume.legs.map(toLeg),
    obsoleteLegs: (volume.obsoleteLegs ?? []).map(toObsoleteLeg),
    growth: volume.growth ? { toSizeBytes: volume.growth.toSizeBytes } : null,
    attachmentIds,
    generation: volume.generation,
    observedGeneration: volume.observedGeneration,
    conditions: volume.conditions,
  };
}
