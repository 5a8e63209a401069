/** Short names for MongoDB's `$jsonSchema` (draft 4 with `bsonType`). */
export interface Schema {
  [keyword: string]: unknown;
}

export const text: Schema = { bsonType: 'string' };
export const flag: Schema = { bsonType: 'bool' };
export const date: Schema = { bsonType: 'date' };
/** Numbers of JavaScript arrive as int, long or double. */
export const count: Schema = { bsonType: 'number', minimum: 0 };
export const bytes = count;
export const oneOf = (...values: string[]): Schema => ({ enum: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { bsonType: 'null' }] });
export const listOf = (items: Schema): Schema => ({ bsonType: 'array', items });

/** An object with these fields, all required; others are allowed. */
export const object = (properties: Record<string, Schema> = {}): Schema => ({
  bsonType: 'object',
  ...(Object.keys(properties).length > 0 ? { required: Object.keys(properties), properties } : {}),
});

/** A stored object (`Stored`) with these fields. */
export const stored = (properties: Record<string, Schema>): Schema =>
  object({ _id: text, version: { bsonType: 'number', minimum: 1 }, createdAt: date, updatedAt: date, ...properties });
