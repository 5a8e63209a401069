import { createCollection, index, removedAfter } from '../schema/collection.js';
import { count, date, listOf, object, oneOf, orNull, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const DAYS_KEPT = 30;

const schema = object({
  ...{ _id: text, nodeId: text, nodeName: text, objectId: text, generation: count, omitted: count, sentMs: count, receivedAt: date },
  kind: oneOf('drive', 'leg', 'export', 'attachment'),
  begin: oneOf('assignment', 'agent-start'),
  spans: listOf(object({ what: text, startMs: count, durationMs: count })),
  delivery: orNull(object({ writtenAt: date, sentAt: date, acknowledgedAt: orNull(date) })),
  report: orNull(object({ arrivedAt: date, storedAt: date })),
});

/** What agents did for single objects, with times (`TraceDocument`). Older servers neither ask agents for traces nor read them. */
export const traces: Migration = {
  version: 42,
  name: 'traces',
  keepsOlderServers: true,
  run: (db) =>
    createCollection(db, 'traces', { schema, indexes: [index('objectId', 'receivedAt'), removedAfter('receivedAt', DAYS_KEPT * 86_400)] }),
};
