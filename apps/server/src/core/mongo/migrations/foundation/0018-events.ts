import { createCollection, index } from '../schema/collection.js';
import { count, date, listOf, object, oneOf, orNull, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const events = stored({
  ...{ at: date, lastAt: date, count, kind: text, topic: text, from: orNull(text), to: orNull(text) },
  severity: oneOf('info', 'warning', 'critical'),
  subjects: listOf(object({ id: text, name: text })),
  subjectCount: count,
  about: listOf(text),
});

const states = object({ _id: text, kind: text, name: text, related: listOf(text), parts: object() });

export const eventCollections: Migration = {
  version: 18,
  name: 'events',
  keepsOlderServers: true,
  run: async (db) => {
    const indexes = [
      ...['at', 'lastAt'].map((field) => index(field, '_id')),
      ...['about', 'kind', 'severity', 'topic'].map((field) => index(field, 'lastAt')),
    ];
    await createCollection(db, 'events', { schema: events, indexes });
    await createCollection(db, 'eventStates', { schema: states });
  },
};
