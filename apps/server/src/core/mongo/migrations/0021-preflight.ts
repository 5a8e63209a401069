import { createCollection, index, unique } from './schema/collection.js';
import { count, date, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const run = stored({
  state: oneOf('collecting', 'done'),
  requestedBy: orNull(text),
  endsBy: date,
  finishedAt: orNull(date),
  asked: count,
  answered: count,
  probes: object({ sent: count, ofPairs: count }),
  checks: listOf(object({ check: text })),
  newFindings: count,
  omittedFindings: count,
});
const answer = stored({ runId: text, probes: listOf(object()), answer: orNull(object()) });
const finding = object({ _id: text, runId: text, check: text, result: oneOf('failed', 'unknown'), since: date });
const acceptance = stored({ reason: text, author: text });

/** Of several requests at once, one starts a run. */
const oneCollects = { ...unique('state'), name: 'one-collects', partialFilterExpression: { state: 'collecting' } };

export const preflightCollections: Migration = {
  version: 21,
  name: 'preflight',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'preflightRuns', {
      schema: run,
      indexes: [index('createdAt', '_id'), index('state', 'createdAt', '_id'), oneCollects],
    });
    await createCollection(db, 'preflightAnswers', { schema: answer, indexes: [index('runId')] });
    await createCollection(db, 'preflightFindings', { schema: finding, indexes: [index('runId')] });
    await createCollection(db, 'preflightAcceptances', { schema: acceptance });
  },
};
