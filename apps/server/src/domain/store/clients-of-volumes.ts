import type { Mongo } from '../../core/mongo/mongo.js';
import { readable } from './readable.js';

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
