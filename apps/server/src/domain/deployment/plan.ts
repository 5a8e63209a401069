import type { DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import type { DeployedMembers, DeploymentDocument } from '@weft/shared/kinds/deployments/document';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { storageNetworkOf } from '../node/storage-network.js';
import { type Comparison, compare, deployedClassOf } from './comparison.js';
import type { DeploymentWorld, WorldNode } from './deployment-world.js';
import { PlannedSpace, plannedDrives } from './planned-space.js';

export interface Plan {
  works: DeploymentWork[];
  comparison: Comparison;
  problems: Message[];
}

/** The steps that make the cluster as the document has it, in their order, and what prevents them. Pure. */
export function planDeployment(document: DeploymentDocument, world: DeploymentWorld): Plan {
  const comparison = compare(document, world);
  const problems = [
    ...twice(document),
    ...comparison.problems,
    ...unknownReferences(document, world),
    ...rolesMissing(document, comparison),
    ...emptyClasses(comparison),
    ...offline(comparison, world),
    ...space(document, comparison, world),
    ...unconnected(document, comparison, world),
  ];
  return { works: worksOf(comparison, world), comparison, problems };
}

/** Later steps rely on earlier ones: placement on labels and drives, volumes on classes, attachments on volumes and networks. */
function worksOf({ networks, labels, drives, classes, volumes, attachments }: Comparison, { nodes }: DeploymentWorld): DeploymentWork[] {
  const ref = ({ id, name }: WorldNode) => ({ id, name });
  const taking = new Map<string, Extract<DeploymentWork, { kind: 'take' }>>();
  for (const { node, take } of drives) {
    if (take.length === 0) continue;
    const work = taking.get(node.id) ?? { kind: 'take', node: ref(node), drives: [] };
    work.drives.push(...take.map(({ id, serial, model, sizeBytes }) => ({ id, serial, model, sizeBytes })));
    taking.set(node.id, work);
  }
  return [
    ...(networks.length > 0 ? [{ kind: 'networks' as const, storageNetworks: networks }] : []),
    ...labels.map(({ node, labels: to }) => ({ kind: 'labels' as const, node: ref(node), labels: to })),
    ...taking.values(),
    ...classes.map((driveClass) => ({ kind: 'class' as const, driveClass })),
    ...volumes.map((volume) => ({ kind: 'volume' as const, volume })),
    ...attachments.flatMap((attachment) => {
      const node = nodes.find(({ name }) => name === attachment.node);
      return node ? [{ kind: 'attach' as const, node: ref(node), attachment }] : [];
    }),
  ];
}

function twice({ storageNetworks, nodes, driveClasses, volumes, attachments }: DeploymentDocument): Message[] {
  const named = (kind: string, names: readonly string[]) =>
    [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => messageOf('deployment-name-twice', { kind, name }));
  const nameOf = ({ name }: { name: string }) => name;
  return [
    ...named('storage network', storageNetworks.map(nameOf)),
    ...named('node', nodes.map(nameOf)),
    ...named('drive class', driveClasses.map(nameOf)),
    ...named('volume', volumes.map(nameOf)),
    ...named(
      'attachment',
      attachments.map(({ volume, node }) => `${volume} on ${node}`),
    ),
  ];
}

function unknownReferences({ driveClasses, volumes, attachments }: DeploymentDocument, world: DeploymentWorld): Message[] {
  const has = (own: readonly { name: string }[], stored: readonly { name: string }[], name: string) =>
    [...own, ...stored].some((each) => each.name === name);
  const serials = new Set(world.drives.map(({ serial }) => serial));
  return [
    ...driveClasses.flatMap(({ name, members }) => {
      const by = `drive class ${name}`;
      if (members.by === 'list')
        return members.serials
          .filter((serial) => !serials.has(serial))
          .map((serial) => messageOf('deployment-reference-unknown', { by, kind: 'drive', name: serial }));
      return (members.nodes ?? [])
        .filter((node) => !has([], world.nodes, node))
        .map((node) => messageOf('deployment-reference-unknown', { by, kind: 'node', name: node }));
    }),
    ...volumes
      .filter(({ driveClass }) => !has(driveClasses, world.classes, driveClass))
      .map(({ name, driveClass }) =>
        messageOf('deployment-reference-unknown', { by: `volume ${name}`, kind: 'drive class', name: driveClass }),
      ),
    ...attachments
      .filter(({ volume }) => !has(volumes, world.volumes, volume))
      .map(({ volume, node }) =>
        messageOf('deployment-reference-unknown', { by: `the attachment on ${node}`, kind: 'volume', name: volume }),
      ),
    ...attachments
      .filter(({ node }) => !has([], world.nodes, node))
      .map(({ volume, node }) =>
        messageOf('deployment-reference-unknown', { by: `the attachment of ${volume}`, kind: 'node', name: node }),
      ),
  ];
}

const emptyClasses = ({ classes }: Comparison): Message[] =>
  classes
    .filter(({ members }) => members.by === 'list' && members.serials.length === 0)
    .map(({ name }) => messageOf('deployment-class-empty', { driveClass: name }));

/** A node that the document does not list has no roles to check. */
function rolesMissing({ nodes, drives }: DeploymentDocument, { attachments }: Comparison): Message[] {
  const lacks = (name: string, role: 'target' | 'client') => nodes.some((each) => each.name === name && !each.roles.includes(role));
  return [
    ...[...new Set(drives.map(({ node }) => node))]
      .filter((node) => lacks(node, 'target'))
      .map((node) => messageOf('deployment-role-missing', { node, role: 'target', use: 'taking its drives' })),
    ...attachments
      .filter(({ node }) => lacks(node, 'client'))
      .map(({ node, volume }) => messageOf('deployment-role-missing', { node, role: 'client', use: `the attachment of ${volume}` })),
  ];
}

function offline({ drives, attachments }: Comparison, { nodes }: DeploymentWorld): Message[] {
  const needed = new Set([
    ...drives.filter(({ take }) => take.length > 0).map(({ node }) => node.name),
    ...attachments.map(({ node }) => node),
  ]);
  return nodes
    .filter(({ name, isOnline }) => needed.has(name) && !isOnline)
    .map(({ id, name }) => messageOf('deployment-node-offline', { node: nodeRef(id, name) }));
}

function space(document: DeploymentDocument, { drives, labels, volumes }: Comparison, world: DeploymentWorld): Message[] {
  const taken = new Set(drives.flatMap(({ take, taken: now }) => [...take, ...now]).map(({ id }) => id));
  const labelsOf = (node: WorldNode) => ({ ...node.labels, ...labels.find((change) => change.node.id === node.id)?.labels });
  const planned = new PlannedSpace(plannedDrives(world, taken, labelsOf), world);
  const members = new Map<string, DeployedMembers>([
    ...world.classes.map((each) => [each.name, deployedClassOf(each, world).members] as const),
    ...document.driveClasses.map((each) => [each.name, each.members] as const),
  ]);
  return volumes.flatMap((volume) => {
    const of = members.get(volume.driveClass);
    const why = of && planned.place(volume, volume.driveClass, of);
    return why ? [messageOf('deployment-does-not-fit', { volume: volume.name, reason: why.message })] : [];
  });
}

/** Clients without an address on a storage network. Which targets they reach is checked by the attachment itself. */
function unconnected(document: DeploymentDocument, { attachments }: Comparison, { nodes, storageNetworks }: DeploymentWorld): Message[] {
  const networks = [...storageNetworks, ...document.storageNetworks];
  return attachments.flatMap(({ volume, node: name }) => {
    const node = nodes.find((each) => each.name === name);
    if (!node || node.nics.some(({ addresses }) => storageNetworkOf(addresses, networks) !== null)) return [];
    return [messageOf('deployment-no-network', { volume, node: nodeRef(node.id, node.name) })];
  });
}
