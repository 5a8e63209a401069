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
