import { createCollection, index } from '../schema/collection.js';
import { object, oneOf, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const schema = stored({ subject: object({ kind: oneOf('volume', 'node', 'drive', 'drive-class'), id: text }), text, author: text });

export const notes: Migration = {
  version: 12,
  name: 'notes',
  run: (db) =>
    createCollection(db, 'notes', {
      schema,
      indexes: [index('createdAt', '_id'), index('subject.id', 'createdAt', '_id'), index('subject.kind', 'createdAt', '_id')],
    }),
};
