import { randomUUID } from 'node:crypto';
import type { Migration } from '../schema/migration.js';

/** Gives the database a history id, if it has a cluster; a new database gets one with its first settings. */
export const history: Migration = {
  version: 10,
  name: 'history',
  async run(db) {
    await db.collection('settings').updateMany({ historyId: { $exists: false } }, { $set: { historyId: randomUUID() } });
  },
};
