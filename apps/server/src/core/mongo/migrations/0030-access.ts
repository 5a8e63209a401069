import { createCollection, index, unique } from './schema/collection.js';
import { date, flag, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const roles = stored({ name: text, description: text, permissions: listOf(text), volumes: oneOf('all', 'groups') });
const volumeGroups = stored({
  name: text,
  description: text,
  selector: listOf(object({ label: text, operator: oneOf('=', '!='), value: text })),
  verbs: listOf(oneOf('see', 'attach', 'change')),
  memberIds: listOf(text),
});
/** As before, and with the names of custom roles. */
const users = stored({ name: text, role: text, passwordHash: text, initial: flag });
const apiTokens = stored({
  tokenHash: text,
  name: text,
  userId: text,
  userName: text,
  role: text,
  nouns: orNull(listOf(text)),
  expiresAt: date,
  lastUsedAt: orNull(date),
});

export const access: Migration = {
  version: 30,
  name: 'access',
  // An older server refuses everything to a user or token of a role that it does not know, and to a token with a selector of volumes. So no restriction is lost.
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'roles', { schema: roles, indexes: [unique('name'), index('createdAt', '_id')] });
    await createCollection(db, 'volumeGroups', {
      schema: volumeGroups,
      indexes: [unique('name'), index('createdAt', '_id'), index('memberIds')],
    });
    await createCollection(db, 'users', { schema: users });
    await createCollection(db, 'apiTokens', { schema: apiTokens });
  },
};
