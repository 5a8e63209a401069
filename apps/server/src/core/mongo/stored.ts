/** Fields of every stored object; `_id` is its UUID. `version` rises with every visible change and is the ETag. */
export interface Stored {
  _id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
