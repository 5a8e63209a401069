import { randomUUID } from 'node:crypto';
import type { Db, IndexDescription, MongoClient } from 'mongodb';

/** Copied documents would make the clone look like a server of the other cluster. */
const NOT_COPIED = ['servers', 'sessions'];

async function cloneCollection(from: Db, to: Db, name: string): Promise<void> {
  if (NOT_COPIED.includes(name)) return;
  await from
    .collection(name)
    .aggregate([{ $merge: { into: { db: to.databaseName, coll: name }, whenMatched: 'replace' } }])
    .toArray();
}

/**
 * A database with the content of another one, as a cluster of its own: another cluster id, and every lease held, so that its server does no work of its own
 * while a bench measures. Nodes stay as they were: nobody sets them to lost.
 */
export async function cloneDatabase(client: MongoClient, from: Db, name: string): Promise<Db> {
  const to = client.db(name);
  for (const { name: collection, type, options } of (await from.listCollections().toArray()) as {
    name: string;
    type?: string;
    options?: object;
  }[]) {
    if (collection.startsWith('system.')) continue;
    await to.createCollection(collection, options ?? {});
    if (type === 'timeseries') continue;
    await cloneCollection(from, to, collection);
    const indexes = (await from.collection(collection).indexes()).filter((index) => index['name'] !== '_id_');
    if (indexes.length > 0) await to.collection(collection).createIndexes(indexes.map(({ v: _v, ...index }) => index as IndexDescription));
  }
  const { modifiedCount } = await to.collection('settings').updateOne({}, { $set: { clusterId: randomUUID() } });
  if (modifiedCount !== 1) throw new Error('the settings have no id of the cluster that the bench could change');
  await to
    .collection('leases')
    .updateMany({}, { $set: { holder: 'bench', expiresAt: new Date(Date.now() + 86_400_000) }, $inc: { term: 1 } });
  return to;
}
