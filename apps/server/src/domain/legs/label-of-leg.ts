import { type LegLabel, labelTags } from '@weft/shared/labels/leg-label';
import { allLegs, type LegDocument, mirrorSlots, roleOf, type VolumeDocument } from '../documents/volume.document.js';

/** Of the present epoch. Each half of a mirror set has a place, whether or not there is a leg. */
const places = ({ legs, spec }: VolumeDocument): number => mirrorSlots(spec, legs);

/** What a leg says of itself and its volume on its drive, for a database made again from the drives. */
export function labelOfLeg(volume: VolumeDocument, leg: LegDocument, className: string): LegLabel {
  const { spec, array, growth } = volume;
  return {
    volume: volume.name,
    protection: spec.protection,
    class: spec.driveClassId,
    'class-name': className,
    size: spec.sizeBytes,
    growing: growth?.spec.toSizeBytes,
    stripe: spec.stripeSizeBytes,
    width: spec.stripeWidth ?? undefined,
    copies: spec.copies,
    bitmap: spec.bitmapChunkBytes ?? undefined,
    domain: spec.failureDomain,
    'rebuild-delay': spec.rebuildDelaySeconds,
    'rebuild-priority': spec.rebuildPriority,
    key: spec.encryptionKeyId,
    epoch: leg.spec.epoch,
    array: array?.spec.uuid,
    'data-offset': array?.spec.dataOffsetBytes,
    legs: places(volume),
    index: leg.index,
    role: volume.legs.some(({ id }) => id === leg.id) ? roleOf(leg) : 'obsolete',
    data: leg.spec.dataBytes,
    place: leg.spec.failureDomain,
  };
}

/** Tags of the labels of one node's legs. A leg that has to go needs none. */
export const labelsOfNode = (nodeId: string, volumes: readonly VolumeDocument[], classNames: ReadonlyMap<string, string>) =>
  volumes.flatMap((volume) => {
    const className = classNames.get(volume.spec.driveClassId);
    return allLegs(volume)
      .filter((leg) => leg.nodeId === nodeId && leg.spec.desired === 'present' && className !== undefined)
      .map((leg) => ({ legId: leg.id, tags: labelTags(labelOfLeg(volume, leg, className ?? '')) }));
  });
