import type { DeployedMembers } from '@weft/shared/kinds/deployments/document';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { WorldDrive, WorldNode } from './deployment-world.js';

/* Members of a drive class: by names and serials in a document, by ids in the cluster. */

interface Known {
  nodes: readonly WorldNode[];
  drives: readonly WorldDrive[];
}

const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Names and serials that this cluster does not know are left out: the plan names them as problems. */
export function membersOf(members: DeployedMembers, { nodes, drives }: Known): DriveClassMembers {
  if (members.by === 'list') {
    const serials = new Set(members.serials);
    return { by: 'list', driveIds: drives.filter(({ serial }) => serials.has(serial)).map(({ id }) => id) };
  }
  const { by, nodes: names, ...fields } = members;
  const nodeIds = names && nodes.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  return { by, selector: defined({ ...fields, nodeIds }) };
}

export function deployedMembersOf(members: DriveClassMembers, { nodes, drives }: Known): DeployedMembers {
  if (members.by === 'list')
    return { by: 'list', serials: drives.filter(({ id }) => members.driveIds.includes(id)).map(({ serial }) => serial) };
  const { nodeIds, ...fields } = members.selector;
  const names = nodeIds && nodes.filter(({ id }) => nodeIds.includes(id)).map(({ name }) => name);
  return defined({ by: 'selector' as const, ...fields, nodes: names });
}

/** The same rule as the filter of `drives.repository.ts`. */
export function isMember(drive: WorldDrive, node: WorldNode | undefined, members: DriveClassMembers): boolean {
  if (members.by === 'list') return members.driveIds.includes(drive.id);
  const { models, minSizeBytes = 0, maxSizeBytes = Number.POSITIVE_INFINITY, nodeIds, nodeLabels = {} } = members.selector;
  return (
    (!models || models.includes(drive.model)) &&
    drive.sizeBytes >= minSizeBytes &&
    drive.sizeBytes <= maxSizeBytes &&
    (!nodeIds || nodeIds.includes(drive.nodeId)) &&
    Object.entries(nodeLabels).every(([key, value]) => node?.labels[key] === value)
  );
}
