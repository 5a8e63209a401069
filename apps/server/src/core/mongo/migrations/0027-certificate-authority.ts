import { createCollection } from './schema/collection.js';
import { object, orNull, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const schema = object({ _id: text, certificate: text, key: orNull(object({ keyId: text, data: text })) });

/** The cluster's certificate authority (core/tls/cluster-authority.ts). */
export const certificateAuthority: Migration = {
  version: 27,
  name: 'certificate-authority',
  keepsOlderServers: true,
  run: (db) => createCollection(db, 'certificateAuthority', { schema }),
};
