import { createCollection, index } from './schema/collection.js';
import { object, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const schema = stored({ clientId: text, targetId: text, sealed: object({ keyId: text, data: text }) });

/** The schema from which on a server knows exports with TLS. */
export const STORAGE_ENCRYPTION_SCHEMA = 34;

/** Older servers can use the database until there is an export with TLS: their assignments would have it without (`ExportKeys.endOlderServers`). */
export const storageEncryption: Migration = {
  version: STORAGE_ENCRYPTION_SCHEMA,
  name: 'storage-encryption',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'exportKeys', { schema, indexes: [index('clientId'), index('targetId')] });
  },
};
