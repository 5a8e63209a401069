import { date, listOf, object, orNull, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const audit = object({
  _id: text,
  at: date,
  by: text,
  action: text,
  subject: orNull(object({ kind: text, id: text, name: text })),
  statements: listOf(object()),
});

/** Requests in the audit: they may have no object, and refused requests expire. */
export const auditRequests: Migration = {
  version: 9,
  name: 'audit-requests',
  async run(db) {
    await db.command({ collMod: 'audit', validator: { $jsonSchema: audit }, validationLevel: 'strict', validationAction: 'error' });
    await db.collection('audit').createIndexes([
      { key: { 'request.id': 1 }, sparse: true },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0, sparse: true },
    ]);
  },
};
