import { createCollection, index, unique } from './schema/collection.js';
import { count, date, listOf, object, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const auditChain = object({
  _id: text,
  sequence: count,
  at: date,
  entries: listOf(object({ id: text, sha256: text })),
  previous: text,
  hash: text,
});

/** The hash chain over the audit (apps/server/src/audit/chain). Entries of earlier versions are sealed by the first server. */
export const auditChainCollection: Migration = {
  version: 25,
  name: 'audit-chain',
  keepsOlderServers: true,
  run: (db) => createCollection(db, 'auditChain', { schema: auditChain, indexes: [unique('sequence'), index('at')] }),
};
