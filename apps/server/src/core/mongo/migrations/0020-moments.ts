import { createCollection, index } from './schema/collection.js';
import { count, date, object, oneOf, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const moments = object({
  ...{ _id: text, at: date, kind: oneOf('snapshot', 'changes'), collection: text, part: count, count },
  ...{ packedBytes: count, packed: { bsonType: 'binData' } },
});
const runs = object({ _id: text, from: date, until: date });

export const momentCollections: Migration = {
  version: 20,
  name: 'moments',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'moments', {
      schema: moments,
      indexes: [index('collection', 'kind', 'at'), index('collection', 'at', 'part'), index('at')],
    });
    await createCollection(db, 'momentRuns', { schema: runs, indexes: [index('from')] });
  },
};
