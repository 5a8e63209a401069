import { createCollection, index } from './schema/collection.js';
import { bytes, count, date, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const reference = object({ id: text, name: text });

export const wipeRecordSchema = (...methods: string[]) =>
  stored({
    ...{ drive: reference, node: reference, serial: text, nsid: count, model: text, firmware: text, wwid: orNull(text), sizeBytes: bytes },
    contents: listOf(text),
    method: oneOf(...methods),
    state: oneOf('ordered', 'wiping', 'wiped', 'failed'),
    orderedBy: text,
    beganAt: orNull(date),
    endedAt: orNull(date),
  });

export const wipeRecords: Migration = {
  version: 29,
  name: 'wipe-records',
  keepsOlderServers: true,
  run: async (db) => {
    const indexes = [
      ...['createdAt', 'serial'].map((field) => index(field, '_id')),
      ...['drive.id', 'node.id', 'serial', 'state'].map((field) => index(field, 'createdAt')),
    ];
    await createCollection(db, 'wipeRecords', { schema: wipeRecordSchema('zero'), indexes });
  },
};
