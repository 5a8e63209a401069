import { isDeepStrictEqual } from 'node:util';
import type { Db, Document, IndexDescription } from 'mongodb';
import type { Schema } from './json-schema.js';

export interface Collection {
  schema: Schema;
  indexes?: IndexDescription[];
}

export const unique = (...fields: string[]): IndexDescription => ({
  key: Object.fromEntries(fields.map((field) => [field, 1])),
  unique: true,
});
export const index = (...fields: string[]): IndexDescription => ({ key: Object.fromEntries(fields.map((field) => [field, 1])) });
/** MongoDB removes a document this long after the time in `field`. */
export const removedAfter = (field: string, expireAfterSeconds: number): IndexDescription => ({ key: { [field]: 1 }, expireAfterSeconds });

/** Creates a collection, or sets the validator of an existing one (an interrupted run created it). */
export async function createCollection(db: Db, name: string, { schema, indexes }: Collection): Promise<void> {
  const validation = { validator: { $jsonSchema: schema }, validationLevel: 'strict', validationAction: 'error' };
  const exists = await db.listCollections({ name }, { nameOnly: true }).hasNext();
  if (exists) await db.command({ collMod: name, ...validation });
  else await db.createCollection(name, validation);
  if (indexes) await db.collection(name).createIndexes(indexes);
}

/** Adds a schema to the validator of a collection. From then on, a server of an older version fails to store what `schema` does not allow. */
export async function refuse(db: Db, name: string, schema: Schema): Promise<void> {
  const [found] = await db.listCollections<{ name: string; options: Document }>({ name }).toArray();
  const { allOf = [], ...validator } = found?.options.validator.$jsonSchema ?? {};
  const others = (allOf as Schema[]).filter((each) => !isDeepStrictEqual(each, schema));
  await db.command({ collMod: name, validator: { $jsonSchema: { ...validator, allOf: [...others, schema] } } });
}
