import { createCollection, index } from './schema/collection.js';
import { date, listOf, object, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const pairKeys = object({ hostKeyId: text, controllerKeyId: text });

const pairs = stored({
  clientId: text,
  targetId: text,
  keys: listOf(object({ id: text, sealed: object({ keyId: text, data: text }), createdAt: date })),
  target: pairKeys,
  client: pairKeys,
  rotation: orNull(object({ requestedAt: date, next: pairKeys })),
  rotatedAt: date,
});

export const authenticationPairs: Migration = {
  version: 28,
  name: 'authentication',
  // Keys are made only for agents that know them, and these are upgraded after the servers.
  keepsOlderServers: true,
  run: async (db) => {
    const indexes = [index('clientId'), index('targetId'), index('rotation.requestedAt'), index('rotatedAt')];
    await createCollection(db, 'authenticationPairs', { schema: pairs, indexes });
  },
};
