import type { ClientSession, CollectionInfo } from 'mongodb';
import type { Mongo } from './mongo.js';

/** Names of all stored collections, in order; no views and nothing of MongoDB itself. */
export const collectionNames = async ({ db }: Mongo): Promise<string[]> =>
  (await db.listCollections({}, { nameOnly: false }).toArray())
    .filter(({ name, type }: Pick<CollectionInfo, 'name' | 'type'>) => type === 'collection' && !name.startsWith('system.'))
    .map(({ name }) => name)
    .sort();

/** All documents of a collection as BSON, at the one point in time that the session's first read chose (MongoDB manual, "Read Concern snapshot"). */
export async function* documentsAt({ db }: Mongo, collection: string, session: ClientSession): AsyncGenerator<Buffer> {
  // The client's read concern is majority, so each read names its own.
  const cursor = db.collection(collection).find({}, { session, raw: true, readConcern: { level: 'snapshot' } });
  for await (const document of cursor) yield document as unknown as Buffer;
}
