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
export const objectFieldsOf = ({ _id, version, revision, createdAt, updatedAt }: Stored) => ({
  id: _id,
  version,
  revision,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
