import type { Reference } from '@weft/shared/kinds/common';
import type { CapacityChange, Placement, VolumePlan } from '@weft/shared/kinds/volume';
import type { DriveDocument } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';
import type { Candidates } from './candidates.js';
import { largestSize, type PlacementRequest, placeVolume } from './placement.js';

/** A drive of the class, whether or not it can take legs. */
type Member = Part<DriveDocument, '_id' | 'nodeId' | 'serial' | 'status.capacityBytes' | 'status.allocatedBytes'> & { freeBytes: number };

export interface PlanWorld {
  driveClass: Reference;
  members: readonly Member[];
  candidates: Candidates;
}

/**
 * The placement of a new volume, the largest size that fits in its place, and the capacity of class, nodes and drives before and after. Pure.
 * @throws DomainError as `placeVolume`.
 */
export function planVolume(request: PlacementRequest, { driveClass, members, candidates }: PlanWorld): VolumePlan {
  const placement = placeVolume(request, candidates);
  const largestSizeBytes = largestSize(request, candidates.drives);
  if (largestSizeBytes === null) throw new Error('unreachable: the requested size fits');
  const { legs } = placement;
  const nodes = new Map(legs.map(({ node }) => [node.id, node.name]));
  const drives = new Map(legs.map(({ drive }) => [drive.id, drive.serial]));
  return {
    ...placement,
    largestSizeBytes,
    capacity: {
      driveClass: changeOf(driveClass, members, legs),
      nodes: [...nodes].map(([id, name]) =>
        changeOf(
          { id, name },
          members.filter(({ nodeId }) => nodeId === id),
          legs.filter(({ node }) => node.id === id),
        ),
      ),
      drives: [...drives].map(([id, name]) =>
        changeOf(
          { id, name },
          members.filter(({ _id }) => _id === id),
          legs.filter(({ drive }) => drive.id === id),
        ),
      ),
    },
  };
}

/** A leg fits into the free bytes of its drive, so the free bytes fall by exactly the bytes of the legs. */
function changeOf({ id, name }: Reference, members: readonly Member[], legs: Placement['legs']): CapacityChange {
  const sum = (bytes: (member: Member) => number) => members.reduce((total, member) => total + bytes(member), 0);
  const freeBytes = sum((member) => member.freeBytes);
  const takenBytes = legs.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  return {
    id,
    name,
    capacityBytes: sum(({ status }) => status.capacityBytes),
    allocatedBytes: sum(({ status }) => status.allocatedBytes),
    freeBytes,
    takenBytes,
    freeBytesAfter: freeBytes - takenBytes,
  };
}
