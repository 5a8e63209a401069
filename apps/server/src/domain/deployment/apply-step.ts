import type { DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { DeploymentStepDocument } from '../documents/deployment.document.js';
import { attachmentName, classText, deployedClassOf, deployedVolumeOf, networkText, volumeText } from './comparison.js';
import type { DeploymentWorld } from './deployment-world.js';
import { membersOf } from './members.js';
import { act, type Decision, DONE, refuse, WAIT, type WorkOf } from './step-action.js';

/*
 * What a step needs next, from the cluster as it is. Level-triggered: a server that dies anywhere leaves nothing that the next one does not find. Services check
 * again when they act (S1, S5, S6), so a decision on an old state is refused there.
 */

const conflict = (kind: string, name: string): Decision => refuse(messageOf('deployment-conflict', { kind, name }));

export function applyStep({ work, jobIds }: Pick<DeploymentStepDocument, 'work' | 'jobIds'>, world: DeploymentWorld): Decision {
  switch (work.kind) {
    case 'networks':
      return networks(work, world);
    case 'labels':
      return labels(work, world);
    case 'take':
      return take(work, world);
    case 'class':
      return driveClass(work, world);
    case 'volume':
      return volume(work, world, jobIds.length > 0);
    case 'attach':
      return attach(work, world, jobIds.length > 0);
  }
}

/** Names, keys and ids of what is not there now, so that the step makes it. */
export function missingOf(work: DeploymentWork, world: DeploymentWorld): string[] {
  const absent = (name: string, present: readonly { name: string }[]) => (present.some((each) => each.name === name) ? [] : [name]);
  switch (work.kind) {
    case 'networks':
      return work.storageNetworks.flatMap(({ name }) => absent(name, world.storageNetworks));
    case 'labels': {
      const now = world.nodes.find(({ id }) => id === work.node.id)?.labels ?? {};
      return Object.keys(work.labels).filter((key) => now[key] !== work.labels[key]);
    }
    case 'take': {
      const blank = new Set(world.drives.filter(({ state }) => state === 'available').map(({ id }) => id));
      return work.drives.map(({ id }) => id).filter((id) => blank.has(id));
    }
    case 'class':
      return absent(work.driveClass.name, world.classes);
    case 'volume':
      return absent(work.volume.name, world.volumes);
    case 'attach':
      return absent(
        attachmentName(work.attachment),
        world.attachments.map((each) => ({ name: attachmentName(each) })),
      );
  }
}

function networks({ storageNetworks: wanted }: WorkOf<'networks'>, { storageNetworks: now, settingsVersion }: DeploymentWorld): Decision {
  const other = wanted.find((each) => now.some(({ name, cidrs }) => name === each.name && networkText({ cidrs }) !== networkText(each)));
  if (other) return conflict('storage network', other.name);
  const missing = wanted.filter(({ name }) => !now.some((each) => each.name === name));
  if (missing.length === 0) return DONE;
  return act({ do: 'set-networks', version: settingsVersion, storageNetworks: [...now, ...missing] });
}

function labels({ node: { id, name }, labels: wanted }: WorkOf<'labels'>, { nodes }: DeploymentWorld): Decision {
  const node = nodes.find((each) => each.id === id);
  if (!node) return refuse(messageOf('deployment-node-unknown', { node: name }));
  if (Object.entries(wanted).every(([key, value]) => node.labels[key] === value)) return DONE;
  return act({ do: 'set-labels', node, labels: { ...node.labels, ...wanted } });
}

function take({ node, drives: wanted }: WorkOf<'take'>, { drives }: DeploymentWorld): Decision {
  const ref = nodeRef(node.id, node.name);
  const now = wanted.map(({ id }) => drives.find((each) => each.id === id));
  for (const [at, { serial }] of wanted.entries()) {
    const drive = now[at];
    if (drive?.serial !== serial) return refuse(messageOf('deployment-serial-missing', { node: ref, serial }));
    if (!['available', 'taking', 'in-service'].includes(drive.state))
      return refuse(messageOf('deployment-drive-not-blank', { node: ref, serial, state: drive.state }));
  }
  const blank = now.flatMap((drive) => (drive?.state === 'available' ? [drive] : []));
  if (blank.length > 0) return act({ do: 'take', drives: blank });
  return now.every((drive) => drive?.state === 'in-service') ? DONE : WAIT;
}

function driveClass({ driveClass: wanted }: WorkOf<'class'>, world: DeploymentWorld): Decision {
  const found = world.classes.find(({ name }) => name === wanted.name);
  if (!found) return act({ do: 'create-class', spec: { ...wanted, members: membersOf(wanted.members, world) } });
  return classText(deployedClassOf(found, world)) === classText(wanted) ? DONE : conflict('drive class', wanted.name);
}

function volume({ volume: wanted }: WorkOf<'volume'>, world: DeploymentWorld, wasMade: boolean): Decision {
  const found = world.volumes.find(({ name }) => name === wanted.name);
  if (!found) {
    if (wasMade) return refuse(messageOf('deployment-object-gone', { name: `volume ${wanted.name}` }));
    const { driveClass: className, ...fields } = wanted;
    const driveClassId = world.classes.find(({ name }) => name === className)?.id;
    if (driveClassId === undefined)
      return refuse(messageOf('deployment-reference-unknown', { by: `volume ${wanted.name}`, kind: 'drive class', name: className }));
    return act({ do: 'create-volume', request: { ...fields, driveClassId } });
  }
  if (found.state === 'deleting' || volumeText(deployedVolumeOf(found, world)) !== volumeText(wanted))
    return conflict('volume', wanted.name);
  return found.state === 'available' ? DONE : WAIT;
}

function attach({ node, attachment }: WorkOf<'attach'>, world: DeploymentWorld, wasMade: boolean): Decision {
  const name = attachmentName(attachment);
  const found = world.attachments.find((each) => attachmentName(each) === name);
  if (!found) {
    if (wasMade) return refuse(messageOf('deployment-object-gone', { name: `the attachment of ${name}` }));
    const volumeId = world.volumes.find((each) => each.name === attachment.volume)?.id;
    if (volumeId === undefined) return refuse(messageOf('deployment-object-gone', { name: `volume ${attachment.volume}` }));
    const { mode, transport } = attachment;
    return act({ do: 'attach', name, request: { volumeId, nodeId: node.id, mode, transport, force: false } });
  }
  if (found.mode !== attachment.mode || found.transport !== attachment.transport) return conflict('attachment', name);
  if (found.state === 'attached') return DONE;
  return found.state === 'attaching' ? WAIT : conflict('attachment', name);
}
