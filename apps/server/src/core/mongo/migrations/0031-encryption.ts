import { createCollection, index } from './schema/collection.js';
import { object, oneOf, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const schema = stored({ keyId: text, wrapped: object({ by: oneOf('file', 'vault') }) });

/** Keys of encrypted volumes. Servers of earlier versions are stopped first: their assignments would open an encrypted volume without its key. */
export const volumeEncryption: Migration = {
  version: 31,
  name: 'encryption',
  run: async (db) => {
    await createCollection(db, 'volumeKeys', { schema, indexes: [index('keyId')] });
    await db.collection('volumes').updateMany({ 'spec.encryption': { $exists: false } }, { $set: { 'spec.encryption': 'none' } });
  },
};
