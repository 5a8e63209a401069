import { createCollection, removedAfter } from './schema/collection.js';
import { count, date, object, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const challenges = object({ _id: text, userId: text, credential: text, failures: count, createdAt: date, expiresAt: date });
const oidcLogins = object({ _id: text, browser: text, createdAt: date, expiresAt: date });

/** Logins of several steps. Older servers keep the second factors of users, but do not ask for them. */
export const logins: Migration = {
  version: 33,
  name: 'logins',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'loginChallenges', { schema: challenges, indexes: [removedAfter('expiresAt', 0)] });
    await createCollection(db, 'oidcLogins', { schema: oidcLogins, indexes: [removedAfter('expiresAt', 0)] });
    await db
      .collection('users')
      .createIndex(
        { 'oidc.issuer': 1, 'oidc.subject': 1 },
        { unique: true, partialFilterExpression: { 'oidc.subject': { $exists: true } } },
      );
  },
};
