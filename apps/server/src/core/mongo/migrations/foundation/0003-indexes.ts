import type { IndexDescription } from 'mongodb';
import type { CollectionName } from '../../collections.js';
import type { Migration } from '../schema/migration.js';

const index = (...fields: string[]): IndexDescription => ({ key: Object.fromEntries(fields.map((field) => [field, 1])) });

/**
 * Indexes for queries that read whole collections on a cluster of 3,072 drives and 1,000 volumes: the reconciler's lookup of a report's volume, and
 * lists, whose sort ends with `_id` (an index on the first field alone does not give that order).
 */
const indexes: Partial<Record<CollectionName, IndexDescription[]>> = {
  objectStatuses: [index('objectId')],
  volumes: [index('legs.id'), index('name', '_id'), index('spec.sizeBytes', '_id')],
  nodes: [index('name', '_id')],
  drives: [
    index('createdAt', '_id'),
    index('inventory.model', '_id'),
    index('inventory.sizeBytes', '_id'),
    index('nodeId', 'serial', '_id'),
  ],
};

export const listIndexes: Migration = {
  version: 3,
  name: 'indexes',
  async run(db) {
    for (const [name, descriptions] of Object.entries(indexes)) await db.collection(name).createIndexes(descriptions);
  },
};
