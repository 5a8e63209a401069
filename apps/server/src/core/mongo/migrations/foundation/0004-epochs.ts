import type { Db } from 'mongodb';
import { count, date, flag, listOf, object, oneOf, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const exported = object({
  nodeId: text,
  subsystemNqn: text,
  serial: { bsonType: 'string', maxLength: 20 },
  serviceId: { bsonType: 'number', minimum: 1, maximum: 65_535 },
  desired: oneOf('exported', 'absent'),
  orderGeneration: count,
});
/** As in schema 1, with the states of a forced move. */
const attachments = stored({
  volumeId: text,
  nodeId: text,
  mode: oneOf('exclusive', 'shared', 'readonly'),
  transport: oneOf('rdma', 'tcp'),
  state: oneOf('attaching', 'attached', 'detaching', 'unexporting', 'revoking', 'revoked'),
  desired: oneOf('attached', 'detached'),
  epoch: count,
  orderGeneration: count,
  exports: listOf(exported),
  fenced: flag,
});
const audit = object({
  _id: text,
  at: date,
  by: text,
  action: text,
  subject: object({ kind: text, id: text, name: text }),
  statements: listOf(object()),
});

async function validate(db: Db, name: string, schema: object): Promise<void> {
  const validation = { validator: { $jsonSchema: schema }, validationLevel: 'strict', validationAction: 'error' };
  if ((await db.listCollections({ name }, { nameOnly: true }).toArray()).length > 0) await db.command({ collMod: name, ...validation });
  else await db.createCollection(name, validation);
}

/**
 * Forced moves: a fenced attachment stays visible while another client has the volume, so the unique index covers only attachments that are not fenced.
 * A partial index cannot test `$exists: false` (MongoDB manual, "Partial Indexes"), so each document has `fenced`. The old index is dropped last.
 */
export const epochs: Migration = {
  version: 4,
  name: 'epochs',
  async run(db) {
    await validate(db, 'audit', audit);
    await db
      .collection('audit')
      .createIndexes([
        { key: { at: 1, _id: 1 } },
        { key: { 'subject.id': 1, at: 1, _id: 1 } },
        { key: { by: 1, at: 1, _id: 1 } },
        { key: { action: 1, at: 1, _id: 1 } },
      ]);
    const stored = db.collection('attachments');
    // First, so that a server of an older version adds no document without the field meanwhile.
    await validate(db, 'attachments', attachments);
    await stored.updateMany({ fenced: { $exists: false } }, { $set: { fenced: false } });
    await stored.createIndex(
      { volumeId: 1, mode: 1 },
      { name: 'holder', unique: true, partialFilterExpression: { mode: 'exclusive', fenced: false } },
    );
    const names = (await stored.indexes()).map(({ name }) => name);
    if (names.includes('exclusive')) await stored.dropIndex('exclusive');
    await db
      .collection('volumes')
      .createIndexes([{ key: { 'obsoleteLegs.nodeId': 1 } }, { key: { 'obsoleteLegs.driveId': 1 } }, { key: { 'obsoleteLegs.id': 1 } }]);
  },
};
