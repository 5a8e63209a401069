/**
 * Fields of every stored object; `_id` is its UUID. `version` is the ETag and rises with what people decide on; `revision` rises with every
 * write (docs/decisions/version-and-revision.md).
 */
export interface Stored {
  _id: string;
  version: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The same fields as the API shows them. */
interface ObjectFields {
  id: string;
  version: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/**
 * A stored object as the API shows it: with the fields of its kind. They are spread after what is written out, since V8 adds whatever is written after a
 * spread that begins an object one by one: 20 µs for a drive, of which a page has 200, instead of 1 µs.
 */
export const toObject = <T extends ObjectFields>(
  { _id, version, revision, createdAt, updatedAt }: Stored,
  fields: Omit<T, keyof ObjectFields>,
): ObjectFields & Omit<T, keyof ObjectFields> => ({
  id: _id,
  version,
  revision,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  ...fields,
});
