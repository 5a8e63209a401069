import type { ClientSession } from 'mongodb';
import type { Mongo } from '../../core/mongo/mongo.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { fencedTargets } from '../reconcile/foreign-hosts.js';
import { readable } from './readable.js';

/** Ids of the targets that have fenced their exports of these attachments because of a foreign host, by volume. */
export async function fencedTargetsOf(
  mongo: Mongo,
  attachments: readonly Pick<AttachmentDocument, '_id' | 'volumeId'>[],
  session?: ClientSession,
): Promise<Map<string, Set<string>>> {
  const exports = { kind: 'export' as const, objectId: { $in: attachments.map(({ _id }) => _id) } };
  const statuses = await readable(mongo, 'objectStatuses').find(exports, { session }).toArray();
  const fenced = new Map<string, Set<string>>();
  for (const { _id, volumeId } of attachments)
    fenced.set(volumeId, new Set([...(fenced.get(volumeId) ?? []), ...fencedTargets(statuses, _id)]));
  return fenced;
}

/** The clients of these volumes, by volume id: nodes with an attachment, in any state. A volume without one is absent. */
export async function clientsOfVolumes(mongo: Mongo, volumeIds: readonly string[]): Promise<Map<string, { id: string; name: string }[]>> {
  const clients = new Map<string, { id: string; name: string }[]>();
  if (volumeIds.length === 0) return clients;
  const found = await readable(mongo, 'attachments')
    .find({ volumeId: { $in: [...volumeIds] } }, { projection: { volumeId: 1, nodeId: 1, nodeName: 1 } })
    .toArray();
  for (const { volumeId, nodeId: id, nodeName: name } of found) clients.set(volumeId, [...(clients.get(volumeId) ?? []), { id, name }]);
  return clients;
}
