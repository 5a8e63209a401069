import { createCollection, index } from './schema/collection.js';
import { object, oneOf, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const schema = stored({ keyId: text, wrapped: object({ by: oneOf('file', 'vault') }) });

/**
 * Keys of encrypted volumes. Older servers can use the database until there is an encrypted volume: their assignments would open it without its key
 * (`VolumeKeys.endOlderServers`).
 */
/** The schema from which on a server knows encrypted volumes. */
export const ENCRYPTION_SCHEMA = 31;

export const volumeEncryption: Migration = {
  version: ENCRYPTION_SCHEMA,
  name: 'encryption',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'volumeKeys', { schema, indexes: [index('keyId')] });
  },
};
