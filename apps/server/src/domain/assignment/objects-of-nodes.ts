import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import type { NodeWorld } from './assignment-content.js';

/** Objects of several nodes, as they were read together. */
export interface ObjectsRead {
  drives: readonly DriveDocument[];
  volumes: readonly VolumeDocument[];
  attachments: readonly AttachmentDocument[];
  snapshotSets: readonly SnapshotSetDocument[];
}
type ObjectsOfNode = Pick<NodeWorld, 'drives' | 'volumes' | 'attachments'> & { snapshotSets: readonly SnapshotSetDocument[] };

/** Each object under each of its nodes, in the order in which the objects were read. */
function under<T>(objects: readonly T[], nodesOf: (object: T) => Iterable<string>): (nodeId: string) => readonly T[] {
  const byNode = new Map<string, T[]>();
  for (const object of objects)
    for (const nodeId of new Set(nodesOf(object))) {
      const there = byNode.get(nodeId);
      if (there) there.push(object);
      else byNode.set(nodeId, [object]);
    }
  return (nodeId) => byNode.get(nodeId) ?? [];
}

/**
 * The objects that name a node, for each node. Each object is looked at once, however many nodes are asked for: to compare every volume with every attachment
 * for every node took seconds of the event loop at 400 legs a target.
 */
export function objectsOfNodes({ drives, volumes, attachments, snapshotSets }: ObjectsRead): (nodeId: string) => ObjectsOfNode {
  const clients = new Map<string, string[]>();
  for (const { volumeId, nodeId } of attachments) clients.set(volumeId, [...(clients.get(volumeId) ?? []), nodeId]);
  const drivesOf = under(drives, ({ nodeId }) => [nodeId]);
  const volumesOf = under(volumes, (volume) => [...allLegs(volume).map(({ nodeId }) => nodeId), ...(clients.get(volume._id) ?? [])]);
  const attachmentsOf = under(attachments, ({ nodeId, exports }) => [nodeId, ...exports.map((each) => each.nodeId)]);
  const setsOf = under(snapshotSets, ({ spec: { client } }) => (client ? [client.id] : []));
  return (nodeId) => ({
    drives: drivesOf(nodeId),
    volumes: volumesOf(nodeId),
    attachments: attachmentsOf(nodeId),
    snapshotSets: setsOf(nodeId),
  });
}
