import { createCollection, index, unique } from '../schema/collection.js';
import { date, object, oneOf, orNull, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const schema = stored({
  orphanId: text,
  node: object({ id: text, name: text }),
  kind: text,
  side: oneOf('host', 'database'),
  name: text,
  reason: text,
  author: text,
  absentSince: orNull(date),
});

export const orphanIgnores: Migration = {
  version: 16,
  name: 'orphan-ignores',
  keepsOlderServers: true,
  run: (db) => createCollection(db, 'orphanIgnores', { schema, indexes: [unique('orphanId'), index('node.id')] }),
};
