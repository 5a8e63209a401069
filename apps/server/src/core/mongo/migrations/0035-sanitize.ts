import { wipeRecordSchema } from './0029-wipe-records.js';
import { createCollection } from './schema/collection.js';
import type { Migration } from './schema/migration.js';

/** Records of wipes may name the method sanitize. An older server shows it, and keeps it. */
export const sanitize: Migration = {
  version: 35,
  name: 'sanitize',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'wipeRecords', { schema: wipeRecordSchema('zero', 'sanitize') });
  },
};
