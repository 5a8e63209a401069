import type { Reference } from '@weft/shared/kinds/common';
import type { CapacityChange, Placement, VolumePlan } from '@weft/shared/kinds/volume';
import type { Provisioning } from '@weft/shared/thin/thin-volume';
import type { DriveDocument } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';
import type { Candidates } from './candidates.js';
import { largestSize, type PlacementRequest, placeVolume } from './placement.js';
import { newPool, poolBytes } from './pool-size.js';

/** A drive of the class, whether or not it can take legs. */
type Member = Part<DriveDocument, '_id' | 'nodeId' | 'serial' | 'spec.pool' | 'status.capacityBytes' | 'status.allocatedBytes'> & {
  freeBytes: number;
};

export interface PlanWorld {
  driveClass: Reference;
  members: readonly Member[];
  candidates: Candidates;
}

/**
 * The placement of a new volume, the largest size that fits in its place, and the capacity of class, nodes and drives before and after. Pure.
 * @throws DomainError as `placeVolume`.
 */
export function planVolume(
  request: PlacementRequest & { provisioning?: Provisioning | undefined },
  { driveClass, members, candidates }: PlanWorld,
): Omit<VolumePlan, 'caches'> {
  const placement = placeVolume(request, candidates);
  const largestSizeBytes = largestSize(request, candidates.drives);
  if (largestSizeBytes === null) throw new Error('unreachable: the requested size fits');
  const legs = placement.legs.map((leg) => ({
    ...leg,
    takenBytes: request.provisioning === 'thin' ? poolOf(leg, members) : leg.sizeBytes,
  }));
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

/** A thin leg takes nothing of its drive, but the first one brings the pool. */
function poolOf({ drive }: Placement['legs'][number], members: readonly Member[]): number {
  const member = members.find(({ _id }) => _id === drive.id);
  const pool = member && !member.spec.pool ? newPool(member.status.capacityBytes, member.freeBytes) : null;
  return pool ? poolBytes(pool) : 0;
}

/** A leg fits into the free bytes of its drive, so the free bytes fall by exactly the bytes of the legs. */
function changeOf({ id, name }: Reference, members: readonly Member[], legs: readonly { takenBytes: number }[]): CapacityChange {
  const sum = (bytes: (member: Member) => number) => members.reduce((total, member) => total + bytes(member), 0);
  const freeBytes = sum((member) => member.freeBytes);
  const takenBytes = legs.reduce((total, leg) => total + leg.takenBytes, 0);
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
