import { DomainError } from '@weft/shared/errors/domain-error';
import type { DeployedMembers, DeployedVolume } from '@weft/shared/kinds/deployments/document';
import type { CandidateDrive } from '../placement/candidates.js';
import { checkShape } from '../placement/check-shape.js';
import { EXTENT_BYTES, placeVolume } from '../placement/placement.js';
import type { DeploymentWorld, WorldDrive, WorldNode } from './deployment-world.js';
import { isMember, membersOf } from './members.js';

/*
 * Whether planned volumes fit, before their drives are in service: the same placement as that of a create, on drives as they will be. LVM's own metadata is
 * estimated, so the create has the last word.
 */

/** Label and first extent (pvcreate(8), vgcreate(8): data alignment 1 MiB), with room to spare. */
const LVM_METADATA_BYTES = EXTENT_BYTES;

/** Bytes for legs on a drive that is taken later. */
export const plannedBytes = (sizeBytes: number, reservedRatio: number): number =>
  Math.floor(Math.max(0, Math.floor((sizeBytes - LVM_METADATA_BYTES) / EXTENT_BYTES)) * EXTENT_BYTES * (1 - reservedRatio));

export interface PlannedDrive extends WorldDrive {
  node: WorldNode;
}

/** Drives that will take legs: those in service now, and those to be taken, on nodes with their labels to be. */
export function plannedDrives(
  world: DeploymentWorld,
  taken: ReadonlySet<string>,
  labelsOf: (node: WorldNode) => Record<string, string>,
): PlannedDrive[] {
  const nodes = new Map(world.nodes.map((node) => [node.id, { ...node, labels: labelsOf(node) }]));
  return world.drives.flatMap((drive) => {
    const node = nodes.get(drive.nodeId);
    if (!node) return [];
    if (drive.takesLegs) return [{ ...drive, node }];
    if (!taken.has(drive.id)) return [];
    const bytes = plannedBytes(drive.sizeBytes, world.reservedRatio);
    return [{ ...drive, node, capacityBytes: bytes, freeBytes: bytes }];
  });
}

/** Space of planned drives that placements take in turn. */
export class PlannedSpace {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly drives: readonly PlannedDrive[],
    private readonly world: DeploymentWorld,
  ) {}

  candidates(members: DeployedMembers, failureDomain: DeployedVolume['failureDomain']): CandidateDrive[] {
    const resolved = membersOf(members, this.world);
    return this.drives
      .filter((drive) => isMember(drive, drive.node, resolved))
      .map((drive) => ({
        driveId: drive.id,
        serial: drive.serial,
        nodeId: drive.nodeId,
        nodeName: drive.node.name,
        failureDomain: failureDomain === 'node' ? drive.node.name : (drive.node.labels[failureDomain] ?? null),
        numaNode: drive.numaNode,
        freeBytes: drive.freeBytes - (this.taken.get(drive.id) ?? 0),
        capacityBytes: drive.capacityBytes,
      }));
  }

  /** Places a volume and takes its space. @returns why it does not fit; null: it does */
  place(volume: DeployedVolume, className: string, members: DeployedMembers): DomainError | null {
    try {
      checkShape(volume);
      const { legs } = placeVolume(volume, { className, drives: this.candidates(members, volume.failureDomain), leftOut: [] });
      for (const { drive, sizeBytes } of legs) this.taken.set(drive.id, (this.taken.get(drive.id) ?? 0) + sizeBytes);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}
