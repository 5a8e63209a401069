import type { CollectionName } from '../../collections.js';
import type { Migration } from '../schema/migration.js';

const withVersions: readonly CollectionName[] = [
  'nodes',
  'drives',
  'driveClasses',
  'volumes',
  'attachments',
  'jobs',
  'users',
  'enrollmentTokens',
  'settings',
];

/** Objects of schema 1 have only a version, which rose with every write. From now on, the revision does that. */
export const revisions: Migration = {
  version: 2,
  name: 'revisions',
  async run(db) {
    for (const name of withVersions)
      await db.collection(name).updateMany({ revision: { $exists: false } }, [{ $set: { revision: '$version' } }]);
  },
};
