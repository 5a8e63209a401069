import { DEPLOYMENT_FORM, type DeployedDrives, type DeploymentDocument } from '@weft/shared/kinds/deployments/document';
import { deployedClassOf, deployedVolumeOf } from './comparison.js';
import { type DeploymentWorld, rolesOf, type WorldClass } from './deployment-world.js';

/**
 * The cluster as a document.
 * @param serials false: drives by model and size only, for another cluster. A class with a list of drives then selects their models and sizes.
 */
export function exportedDocument(world: DeploymentWorld, serials: boolean): DeploymentDocument {
  return {
    form: DEPLOYMENT_FORM,
    storageNetworks: [...world.storageNetworks],
    nodes: world.nodes.map((node) => ({ name: node.name, roles: rolesOf(node, world), labels: node.labels })),
    drives: world.nodes.flatMap((node) => drivesOf(node, world, serials)),
    driveClasses: world.classes.map((each) => deployedClassOf(serials ? each : bySelector(each, world), world)),
    volumes: world.volumes.filter(({ state }) => state !== 'deleting').map((each) => deployedVolumeOf(each, world)),
    attachments: world.attachments.map(({ volume, node, mode, transport }) => ({ volume, node, mode, transport })),
  };
}

function bySelector(driveClass: WorldClass, { drives }: DeploymentWorld): WorldClass {
  const { members } = driveClass;
  if (members.by !== 'list') return driveClass;
  const own = drives.filter(({ id }) => members.driveIds.includes(id));
  const sizes = own.map(({ sizeBytes }) => sizeBytes);
  const models = [...new Set(own.map(({ model }) => model))];
  if (sizes.length === 0) return driveClass;
  return {
    ...driveClass,
    members: { by: 'selector', selector: { models, minSizeBytes: Math.min(...sizes), maxSizeBytes: Math.max(...sizes) } },
  };
}

/** Its drives in service, by model and size. */
function drivesOf({ id, name }: { id: string; name: string }, { drives }: DeploymentWorld, serials: boolean): DeployedDrives[] {
  const groups = new Map<string, DeployedDrives & { serials: string[] }>();
  for (const { nodeId, state, model, sizeBytes, serial } of drives) {
    if (nodeId !== id || state !== 'in-service') continue;
    const key = `${model} ${sizeBytes}`;
    const group = groups.get(key) ?? { node: name, model, sizeBytes, count: 0, serials: [] };
    group.count += 1;
    group.serials.push(serial);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => (serials ? group : { ...group, serials: null }));
}
