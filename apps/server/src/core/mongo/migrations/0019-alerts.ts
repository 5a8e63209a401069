import { createCollection, index, unique } from './schema/collection.js';
import { count, date, flag, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const severity = oneOf('warning', 'critical');
const reference = object({ kind: text, id: text, name: text });

const alerts = stored({
  ...{ rule: text, key: text, open: flag, state: oneOf('pending', 'firing', 'resolved'), severity, subject: reference },
  ...{ subjects: listOf(reference), subjectCount: count, about: listOf(text), labels: object(), firstLabels: object() },
  ...{ startedAt: date, firedAt: orNull(date), clearedAt: orNull(date), resolvedAt: orNull(date) },
  ...{ silencedBy: listOf(text), consequenceCount: count },
});
const silences = stored({ matchers: listOf(object()), startsAt: date, endsAt: date, comment: text, createdBy: text });
const channels = stored({ name: text, enabled: flag, route: object(), target: object({ type: text }) });
const notifications = stored({
  ...{ channelId: text, channelName: text, alertId: text, event: text, state: oneOf('waiting', 'sent', 'failed'), summary: text, severity },
  ...{ dueAt: date, sentAt: orNull(date), error: orNull(text), alert: object() },
});
const memory = object({ _id: text, since: date, entries: object() });

export const alertCollections: Migration = {
  version: 19,
  name: 'alerts',
  keepsOlderServers: true,
  run: async (db) => {
    await createCollection(db, 'alerts', {
      schema: alerts,
      indexes: [
        { ...unique('key'), partialFilterExpression: { open: true } },
        ...['startedAt', 'updatedAt', 'resolvedAt'].map((field) => index(field, '_id')),
        ...['open', 'state', 'severity', 'rule', 'about', 'causedBy.id'].map((field) => index(field, 'startedAt')),
      ],
    });
    await createCollection(db, 'silences', { schema: silences, indexes: ['endsAt', 'createdAt'].map((field) => index(field, '_id')) });
    await createCollection(db, 'channels', {
      schema: channels,
      indexes: [unique('name'), index('createdAt', '_id')],
    });
    await createCollection(db, 'notifications', {
      schema: notifications,
      indexes: [
        index('createdAt', '_id'),
        ...['channelId', 'alertId', 'state'].map((field) => index(field, 'createdAt')),
        index('state', 'dueAt'),
        index('channelId', 'state'),
      ],
    });
    await createCollection(db, 'alertMemory', { schema: memory });
  },
};
