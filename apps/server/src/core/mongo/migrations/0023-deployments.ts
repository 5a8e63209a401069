import { createCollection, index } from './schema/collection.js';
import { date, flag, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const deployments = stored({
  title: text,
  state: oneOf('running', 'failed', 'stopped', 'done'),
  goal: oneOf('applied', 'undone'),
  document: object({ form: text }),
  steps: listOf(
    object({
      work: object({ kind: text }),
      state: oneOf('pending', 'running', 'done', 'failed', 'undoing', 'undone', 'kept'),
      owns: orNull(listOf(text)),
      before: object(),
      jobIds: listOf(text),
      startedAt: orNull(date),
      endedAt: orNull(date),
    }),
  ),
  requestedBy: text,
  undoneBy: orNull(text),
  finishedAt: orNull(date),
  simulated: flag,
});

export const deploymentCollection: Migration = {
  version: 23,
  name: 'deployments',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'deployments', { schema: deployments, indexes: [index('createdAt', '_id'), index('state', 'createdAt')] });
  },
};
