import { createCollection, index, unique } from '../schema/collection.js';
import { object, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const schema = stored({
  orphanId: text,
  node: object({ id: text, name: text }),
  kind: text,
  name: text,
  identity: text,
  bootId: text,
});

export const orphanOrders: Migration = {
  version: 17,
  name: 'orphan-orders',
  keepsOlderServers: true,
  run: (db) => createCollection(db, 'orphanOrders', { schema, indexes: [unique('orphanId'), index('node.id')] }),
};
