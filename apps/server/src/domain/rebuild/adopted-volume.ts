import { lvName, vgName } from '@weft/shared/identity';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import type { Message } from '@weft/shared/text/message';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import { rebuiltVolume } from './rebuilt-volumes.js';
import { type FoundLeg, type Sources, sourcesOf } from './sources.js';

/*
 * A volume that only the drives know (an older backup was restored, for example) becomes one of the database again. Scenarios:
 *  - its legs are orphans of connected nodes, nothing has them open, and their labels tell the volume: it is adopted, detached.
 *  - an attachment or an export of it is left on a node, listed or as an orphan: refused, because a host may write to it (S3). Remove these first.
 *  - a leg, its name, its drive or its class is in the database in another way: refused, and named.
 */

/** The part of the database that decides. */
export interface AdoptionWorld {
  clusterId: string;
  nodes: readonly Part<NodeDocument, '_id' | 'name' | 'status.connection' | 'status.historyDoubt' | 'status.orphans'>[];
  drives: readonly Part<DriveDocument, '_id' | 'nodeId' | 'serial' | 'spec.desired'>[];
  driveClasses: readonly Pick<DriveClassDocument, '_id' | 'name'>[];
  volumes: readonly Pick<VolumeDocument, '_id' | 'name' | 'legs' | 'obsoleteLegs'>[];
}

export interface Adopted {
  volume: VolumeDocument;
  /** Facts that are known by inference only. */
  notes: Message[];
}

/**
 * The volume with this name or id, from the descriptions of the nodes. Pure.
 * @throws Error with a message for an operator
 */
export function adoptedVolume(nameOrId: string, descriptions: readonly NodeDescription[], world: AdoptionWorld, now: Date): Adopted {
  const sources = sourcesOf(descriptions);
  if (sources.clusterId !== world.clusterId)
    throw new Error(
      `The files are of cluster ${sources.clusterId}, and this database is of cluster ${world.clusterId}: nothing was adopted.`,
    );
  const legs = legsOf(nameOrId, sources, world);
  const [{ volumeId, label } = { volumeId: '', label: { volume: '' } }] = legs;
  refuseKnown(volumeId, label.volume, world);
  refuseUsed(volumeId, sources);
  const { document, notes } = rebuiltVolume(volumeId, legs, sources, now);
  if (!document) throw new Error(`${notes.map((note) => textOfMessage(note)).join(' ')} Nothing was adopted.`);
  for (const leg of legs) refuseOtherwiseKnown(leg, world);
  return { volume: { ...document, spec: { ...document.spec, driveClassId: classOf(legs, world) } }, notes };
}

/** The legs that no volume of the database has. */
function legsOf(nameOrId: string, { legs, unlabelled }: Sources, { volumes }: AdoptionWorld): FoundLeg[] {
  const known = new Set(volumes.flatMap((volume) => allLegs(volume).map(({ id }) => id)));
  const strays = legs.filter(({ id }) => !known.has(id));
  const own = strays.filter(({ volumeId, label }) => volumeId === nameOrId || label.volume === nameOrId);
  const ids = [...new Set(own.map(({ volumeId }) => volumeId))].sort();
  if (ids.length > 1) throw new Error(`Several volumes had the name ${nameOrId}: ${ids.join(', ')}. Name one by its id.`);
  if (own.length > 0) return own;
  const names = [...new Set(strays.map(({ label }) => label.volume))].sort();
  const others = names.length > 0 ? ` There are: ${names.join(', ')}.` : '';
  const silent = [...unlabelled.values()].flat();
  const untold = silent.length > 0 ? ` Without a label, so of an unknown volume: ${silent.join(', ')}.` : '';
  throw new Error(`No leg in the files is of a volume ${nameOrId} that this database does not have.${others}${untold}`);
}

function refuseKnown(volumeId: string, name: string, { volumes }: AdoptionWorld): void {
  if (volumes.some(({ _id }) => _id === volumeId))
    throw new Error(
      `The database has volume ${name} (${volumeId}) already, without these legs. See its page: a leg is not adopted by itself.`,
    );
  if (volumes.some((volume) => volume.name === name))
    throw new Error(`The database has another volume ${name}. Delete that one first, if nobody needs it; names do not change.`);
}

function refuseUsed(volumeId: string, { attachments, exports }: Sources): void {
  const users = [
    ...attachments.filter((each) => each.volumeId === volumeId).map(({ client }) => `an attachment on ${client.node.name}`),
    ...exports.filter((each) => each.volumeId === volumeId).map(({ target }) => `an export on ${target.node.name}`),
  ];
  if (users.length > 0)
    throw new Error(`Nodes are still assigned ${users.join(', ')} of it. Let them follow this database first (GET /api/v1/history).`);
}

/** Checks a leg against the newest report of its node: the descriptions may be older. */
function refuseOtherwiseKnown({ id, driveId, node: { node } }: FoundLeg, { nodes, drives }: AdoptionWorld): void {
  const name = `${vgName(driveId)}/${lvName(id)}`;
  const drive = drives.find(({ _id }) => _id === driveId);
  if (!drive)
    throw new Error(`Drive ${driveId} of leg ${id} is not in the database. Connect ${node.name}, and take the drive back into service.`);
  if (drive.nodeId !== node.id || drive.spec.desired !== 'in-service')
    throw new Error(`Drive ${drive.serial} of leg ${id} is not in service on ${node.name}. Take it into service first.`);
  const at = nodes.find(({ _id }) => _id === node.id);
  if (at?.status.connection.state !== 'online' || at.status.historyDoubt)
    throw new Error(`${node.name} is not connected, or its history is in doubt: whether leg ${id} is free is not known.`);
  const orphan = at.status.orphans.find((each) => each.kind === 'logical-volume' && each.name === name);
  if (!orphan) throw new Error(`${node.name} does not report ${name} as an orphan. Describe the node again, or wait for its next report.`);
  if (orphan.inUse !== false)
    throw new Error(
      `${name} on ${node.name} is open: a subsystem exports it, or a process has it. Remove the orphans of its clients and its subsystems first.`,
    );
}

/** Of the id in the labels; else the class that has this name now. */
function classOf(legs: readonly FoundLeg[], { driveClasses }: AdoptionWorld): string {
  const [{ label } = { label: { class: '', 'class-name': '' } }] = legs;
  const found = driveClasses.find(({ _id }) => _id === label.class) ?? driveClasses.find(({ name }) => name === label['class-name']);
  if (!found) throw new Error(`Its drive class ${label['class-name']} is not in the database. Create one of this name first.`);
  return found._id;
}
