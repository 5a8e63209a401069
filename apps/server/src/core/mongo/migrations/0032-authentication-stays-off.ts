import type { Document } from 'mongodb';
import type { Migration } from './schema/migration.js';

/** Authentication is on by default. A cluster whose settings are older than that keeps it off until a person turns it on: agents with keys cannot go back. */
export const authenticationStaysOff: Migration = {
  version: 32,
  name: 'authentication-stays-off',
  keepsOlderServers: true,
  run: async (db) => {
    const older = { 'spec.authentication': { $exists: false } };
    await db.collection<Document & { _id: string }>('settings').updateMany(older, { $set: { 'spec.authentication': 'off' } });
  },
};
