import { DomainError } from '@weft/shared/errors/domain-error';
import type { Stored } from '../../core/mongo/stored.js';
import { volumeOf } from '../documents/references.js';
import { type LegDocument, type LegThinDocument, roleOf, type VolumeDocument, type VolumeSpec } from '../documents/volume.document.js';

/** Array UUIDs that an assignment may name (messages/thin.ts). */
const MOST_ORIGINS = 8;

/** The legs that hold a volume's data: a joining one has a part of it only. */
export const copiedLegs = ({ legs }: Pick<VolumeDocument, 'legs'>): LegDocument[] =>
  legs.filter((leg) => leg.spec.desired === 'present' && roleOf(leg) !== 'joining');

/** Array UUIDs that copies of the volume's legs may carry. @throws DomainError `copy-of-many` */
function uuidsOf(volume: VolumeDocument): string[] {
  const { array } = volume;
  if (!array) return [];
  if (array.status.created) return [array.spec.uuid];
  const uuids = array.status.copiedFrom ? [array.spec.uuid, ...array.status.copiedFrom] : [];
  if (uuids.length > MOST_ORIGINS) throw new DomainError('copy-of-many', { volume: volumeOf(volume) });
  return uuids;
}

/** The array of a copy: a UUID of its own. No client creates it if its legs have superblocks. */
export function copiedArray(volume: VolumeDocument, newId: () => string): VolumeDocument['array'] {
  if (!volume.array) return null;
  const uuids = uuidsOf(volume);
  const { dataOffsetBytes } = volume.array.spec;
  return { spec: { uuid: newId(), dataOffsetBytes }, status: { created: false, ...(uuids.length > 0 && { copiedFrom: uuids }) } };
}

/** A leg that begins as a copy of another one, in the same pool. */
export function copiedLeg(leg: LegDocument, epoch: number, id: string, thin: Omit<LegThinDocument, 'originLegId'>): LegDocument {
  const { failureDomain, numaNode, sizeBytes, dataBytes } = leg.spec;
  return {
    id,
    ...{ index: leg.index, driveId: leg.driveId, driveSerial: leg.driveSerial, nodeId: leg.nodeId, nodeName: leg.nodeName },
    spec: {
      ...{ failureDomain, numaNode, sizeBytes, dataBytes, epoch, desired: 'present' as const, orderGeneration: 0 },
      thin: { originLegId: leg.id, ...thin },
    },
    status: { inSync: leg.status.inSync, state: 'creating', readyBytes: 0, conditions: [] },
  };
}

export interface CopyRequest {
  stored: Stored;
  newId: () => string;
  name: string;
  spec: Partial<Pick<VolumeSpec, 'description' | 'labels' | 'snapshot' | 'encryptionKeyId'>>;
  thinOf: (leg: LegDocument) => Omit<LegThinDocument, 'originLegId'>;
}

/** A volume whose legs are copies of another one's: a snapshot, or a clone. */
export function copiedVolume(from: VolumeDocument, { stored, newId, name, spec, thinOf }: CopyRequest): VolumeDocument {
  const { scrub, snapshot, snapshotSetId, snapshotSchedule, rollBack, scrubIntervalDays, checksumsAcknowledged, ...kept } = from.spec;
  return {
    ...stored,
    name,
    array: copiedArray(from, newId),
    legs: copiedLegs(from).map((leg) => copiedLeg(leg, 1, newId(), thinOf(leg))),
    generation: 1,
    // The tenures of the copy are later than all of its origin: an agent that knows both refuses an earlier one.
    spec: { ...kept, ...spec, epoch: 1 },
    status: { state: 'creating', health: 'detached', observedGeneration: 0, conditions: [] },
  };
}
