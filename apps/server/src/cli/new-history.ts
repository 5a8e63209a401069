import { randomUUID } from 'node:crypto';
import type { Mongo } from '../core/mongo/mongo.js';
import type { HistoryDoubtDocument } from '../domain/documents/node.document.js';
import { readable } from '../domain/store/readable.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import type { SettingsDocument } from '../settings/settings.service.js';

/**
 * After a restore: gives the database a new history. The database no longer knows which assignments nodes hold, so each node that ever accepted one is
 * in doubt until an administrator accepts it.
 * @returns the names of these nodes.
 */
export async function newHistory(mongo: Mongo): Promise<string[]> {
  return mongo.transaction(async (session) => {
    const settings = mongo.collection<SettingsDocument>('settings');
    const { matchedCount } = await settings.updateOne({ _id: 'cluster' }, { $set: { historyId: randomUUID() } }, { session });
    if (matchedCount === 0) throw new Error('This database has no cluster. Restore the database first.');
    const nodes = new StoredNodes(mongo);
    const told = await readable(mongo, 'nodes')
      .find({ 'status.acceptedGeneration': { $gt: 0 } }, { session, sort: { name: 1 } })
      .toArray();
    const now = new Date();
    for (const node of told) {
      const held = node.status.acknowledged ?? { historyId: null, generation: node.status.acceptedGeneration ?? 0, hash: '' };
      const doubt: HistoryDoubtDocument = {
        id: randomUUID(),
        since: now,
        reason: 'other-history',
        held,
        storedGeneration: held.generation,
      };
      await nodes.doubt(node._id, doubt, session);
    }
    return told.map(({ name }) => name);
  });
}
