import { createCollection, index, removedAfter, unique } from './schema/collection.js';
import { date, listOf, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const schema = stored({
  tokenHash: text,
  name: text,
  userId: text,
  userName: text,
  role: oneOf('viewer', 'operator', 'administrator'),
  nouns: orNull(listOf(text)),
  expiresAt: date,
  lastUsedAt: orNull(date),
});

export const apiTokens: Migration = {
  version: 24,
  name: 'api-tokens',
  keepsOlderServers: true,
  run: (db) =>
    createCollection(db, 'apiTokens', {
      schema,
      indexes: [
        unique('tokenHash'),
        unique('userId', 'name'),
        index('createdAt', '_id'),
        index('name', '_id'),
        removedAfter('expiresAt', 30 * 86_400),
      ],
    }),
};
