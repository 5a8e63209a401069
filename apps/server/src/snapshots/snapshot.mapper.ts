import type { Snapshot } from '@weft/shared/kinds/snapshot';
import { toObject } from '../core/mongo/stored.js';
import { countedBytes, type SnapshotDocument, type VolumeDocument } from '../domain/documents/volume.document.js';
import { snapshotState } from '../domain/snapshot/snapshot-checks.js';

export interface SnapshotSurroundings {
  isAttached: boolean;
  /** By leg id. */
  mapped: ReadonlyMap<string, number>;
}

export function snapshotOf({ _id, spec: { snapshot } }: VolumeDocument): SnapshotDocument {
  if (!snapshot) throw new Error(`Volume ${_id} is no snapshot.`);
  return snapshot;
}

export function toSnapshot(volume: VolumeDocument, { isAttached, mapped }: SnapshotSurroundings): Snapshot {
  const { of, groupId, origin, takenAt, heldMs } = snapshotOf(volume);
  const known = volume.legs.map(({ id }) => mapped.get(id));
  return toObject<Snapshot>(volume, {
    name: volume.name,
    description: volume.spec.description,
    volume: of,
    state: snapshotState(volume),
    ...{ groupId, origin, takenAt: takenAt?.toISOString() ?? null, heldMs },
    sizeBytes: volume.spec.sizeBytes,
    countedBytes: volume.legs.reduce((sum, leg) => sum + countedBytes(leg), 0),
    mappedBytes: known.includes(undefined) ? null : known.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
    isAttached,
    conditions: volume.status.conditions,
  });
}
