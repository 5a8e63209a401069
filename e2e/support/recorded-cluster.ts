/**
 * A cluster of `npm start` as an earlier tree left it at its end: its database and its data folder, compressed in one file. It has no statistics:
 * they are time series, which an upgrade does not touch. Record a cluster before you change the stored data:
 *   npm start -- --data DIR --mongodb-uri URI --targets 2 --drives 4 --clients 1      in the earlier tree; Ctrl-C when it is up
 *   node scripts/record-cluster.mjs URI DIR FILE                                      in this one
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON, type Document, MongoClient } from 'mongodb';

export const SIMULATED_DATABASE = 'weft-simulated';
/** The cluster's folder in a data folder. */
const FOLDER = 'simulated';
/** Each start rewrites this file with the paths of its machine. */
const WRITTEN_ANEW = 'simulation.json';

interface RecordedCollection {
  name: string;
  options: Document;
  indexes: Document[];
  /** Canonical extended JSON of MongoDB, which keeps the types. */
  documents: string[];
}

interface RecordedCluster {
  collections: RecordedCollection[];
  files: { path: string; mode: number; base64: string }[];
}

async function recordedCollections(uri: string): Promise<RecordedCollection[]> {
  const client = await MongoClient.connect(uri);
  try {
    const db = client.db(SIMULATED_DATABASE);
    const found = await db.listCollections({}, { nameOnly: false }).toArray();
    return await Promise.all(
      found
        .filter(({ name }) => !name.startsWith('system.'))
        .map(async ({ name, type, options = {} }) => {
          const indexes = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_');
          const documents = type === 'timeseries' ? [] : await db.collection(name).find().toArray();
          return { name, options, indexes, documents: documents.map((each) => BSON.EJSON.stringify(each, { relaxed: false })) };
        }),
    );
  } finally {
    await client.close();
  }
}

export async function record(uri: string, data: string, file: string): Promise<void> {
  const folder = join(data, FOLDER);
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (each) => each.isFile() && each.name !== WRITTEN_ANEW,
  );
  const files = await Promise.all(
    paths.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { mode } = await stat(path);
      return { path: path.slice(folder.length + 1), mode: mode & 0o777, base64: (await readFile(path)).toString('base64') };
    }),
  );
  const recorded: RecordedCluster = { collections: await recordedCollections(uri), files };
  await writeFile(file, gzipSync(JSON.stringify(recorded), { level: 9 }));
}

/** Restores a recorded cluster into an empty database and an empty data folder. */
export async function restore(file: string, uri: string, data: string): Promise<void> {
  const { collections, files } = JSON.parse(gunzipSync(await readFile(file)).toString()) as RecordedCluster;
  for (const { path, mode, base64 } of files) {
    const place = join(data, FOLDER, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(place, Buffer.from(base64, 'base64'), { mode });
  }
  const client = await MongoClient.connect(uri);
  try {
    const db = client.db(SIMULATED_DATABASE);
    for (const { name, options, indexes, documents } of collections) {
      const collection = await db.createCollection(name, options);
      if (documents.length > 0)
        await collection.insertMany(documents.map((each) => BSON.EJSON.parse(each, { relaxed: false }) as Document));
      for (const { key, v: _, ns: __, ...index } of indexes) await collection.createIndex(key, index);
    }
  } finally {
    await client.close();
  }
}
