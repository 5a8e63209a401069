import type { Stored } from '../../core/mongo/stored.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { HELD_AT_MOST_MS } from './advance-set.js';
import { copiedVolume } from './copied-volume.js';
import type { Holder } from './snapshot-checks.js';

export interface NewSnapshot {
  world: VolumeWorld;
  id: string;
  name: string;
  description: string;
}

const MOST_NAME = 63;

/** By the volume and the time to the second, as people sort names; in UTC. */
export function snapshotName(volumeName: string, wanted: string | null, isGroup: boolean, now: Date): string {
  if (wanted !== null && !isGroup) return wanted;
  const end = wanted ?? now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${volumeName.slice(0, MOST_NAME - end.length - 1)}-${end}`;
}

/**
 * Snapshots at one moment, as they are first stored: legs that targets record, and copy when the client holds the volumes. Without a client that writes they
 * copy at once. Pure.
 */
export function newSet(
  wanted: readonly NewSnapshot[],
  holder: Holder | null,
  { stored, newId, origin }: { stored: Stored; newId: () => string; origin: 'person' | 'schedule' },
): { set: SnapshotSetDocument; copies: VolumeDocument[] } {
  const { createdAt: now } = stored;
  const copies = wanted.map(({ world, id, name, description }) =>
    copiedVolume(world.volume, {
      stored: { ...stored, _id: id },
      newId,
      name,
      spec: {
        description,
        snapshot: {
          of: { id: world.volume._id, name: world.volume.name },
          ...{ groupId: stored._id, origin, isPending: true, takenAt: null, heldMs: null },
        },
      },
      thinOf: (leg) => ({ order: holder ? 'hold' : 'take', countedBytes: mappedBytes(world, leg) }),
    }),
  );
  return {
    set: {
      ...stored,
      spec: {
        ...{ client: holder?.client ?? null, attachmentIds: holder?.attachmentIds ?? [], boundMs: HELD_AT_MOST_MS },
        members: wanted.map(({ world, id }) => ({ volumeId: world.volume._id, snapshotId: id })),
        legIds: copies.flatMap(({ legs }) => legs.map(({ id }) => id)),
      },
      status: { phase: holder ? 'preparing' : 'taking', phaseSince: now, notAfter: null, takenAt: holder ? null : now, failure: null },
    },
    copies,
  };
}

/** A snapshot can never hold more of its own than its volume has written by then. Not reported: as much as the leg has room for. */
function mappedBytes(world: VolumeWorld, leg: LegDocument): number {
  const mapped = world.lastReport(leg.nodeId, 'leg', leg.id)?.observed.thin?.mappedBytes;
  return Math.min(mapped ?? leg.spec.sizeBytes, leg.spec.sizeBytes);
}
