import type { DeployedAttachment, DeployedClass, DeployedVolume } from '@weft/shared/kinds/deployments/document';
import { type FailureDomain, isMirrored, type Protection, volumeCreateSchema } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import type { DeploymentWorld, WorldNode } from '../deployment-world.js';
import { type PlannedDrive, PlannedSpace } from '../planned-space.js';

/** Place of the first volumes. */
export interface FirstVolumes {
  clients: readonly WorldNode[];
  driveClass: DeployedClass;
  protection: Protection;
  failureDomain: FailureDomain;
  fillRatio: number;
}

const SMALLEST_BYTES = 64 * MiB;
const SHRINK = 0.9;
const MOST_TRIES = 60;

/**
 * One volume for each client, of one size: a share of the usable bytes, and less until the placement finds room for all of them.
 * @returns no volumes if there are not 64 MiB for each
 */
export function firstVolumes(
  { clients, driveClass, protection, failureDomain, fillRatio }: FirstVolumes,
  drives: readonly PlannedDrive[],
  world: DeploymentWorld,
): DeployedVolume[] {
  const usable = new PlannedSpace(drives, world)
    .candidates(driveClass.members, failureDomain)
    .reduce((sum, { freeBytes }) => sum + Math.max(0, freeBytes), 0);
  const names = volumeNames(clients, world);
  let sizeBytes = ((usable / (isMirrored(protection) ? 2 : 1)) * fillRatio) / Math.max(1, clients.length);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const unit = sizeBytes >= 8 * GiB ? GiB : 4 * MiB;
    const rounded = Math.floor(sizeBytes / unit) * unit;
    if (rounded < SMALLEST_BYTES) return [];
    const volumes = names.map((name) => volumeOf({ name, sizeBytes: rounded, protection, failureDomain }, driveClass.name));
    const space = new PlannedSpace(drives, world);
    if (volumes.every((volume) => space.place(volume, driveClass.name, driveClass.members) === null)) return volumes;
    sizeBytes = Math.min(sizeBytes * SHRINK, rounded - 1);
  }
  return [];
}

const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** With the defaults of a create. */
function volumeOf(fields: Pick<DeployedVolume, 'name' | 'sizeBytes' | 'protection' | 'failureDomain'>, driveClass: string): DeployedVolume {
  const { driveClassId: _, ...volume } = volumeCreateSchema.parse({ ...fields, driveClassId: ANY_ID });
  return { ...volume, driveClass };
}

/** `data-<client>`, with a number if such a volume exists. */
function volumeNames(clients: readonly WorldNode[], { volumes }: DeploymentWorld): string[] {
  const taken = new Set(volumes.map(({ name }) => name));
  return clients.map(({ name: client }) => {
    const base = `data-${client}`.slice(0, 29).replace(/-+$/, '');
    let name = base;
    for (let at = 2; taken.has(name); at += 1) name = `${base}-${at}`;
    taken.add(name);
    return name;
  });
}

/** RDMA if client and targets have it on the storage networks, else TCP. */
export function firstAttachments(
  volumes: readonly DeployedVolume[],
  clients: readonly WorldNode[],
  hasRdma: (node: WorldNode) => boolean,
  targets: readonly WorldNode[],
): DeployedAttachment[] {
  return volumes.flatMap(({ name }, at) => {
    const client = clients[at];
    if (!client) return [];
    const transport = [client, ...targets].every(hasRdma) ? ('rdma' as const) : ('tcp' as const);
    return [{ volume: name, node: client.name, mode: 'exclusive' as const, transport }];
  });
}
