import type { Document } from 'mongodb';
import type { Mongo } from '../core/mongo/mongo.js';
import { line, type Section, single } from './section.js';

const COMMAND_MS = 10_000;

const picked = (from: Document, names: readonly string[]): Document => Object.fromEntries(names.map((name) => [name, from[name]]));

/** Fields of the answers that are in a bundle (MongoDB manual, "replSetGetStatus", "serverStatus", "listIndexes"). */
const MEMBER = ['_id', 'name', 'health', 'state', 'stateStr', 'uptime', 'optimeDate', 'lastHeartbeat', 'pingMs', 'syncSourceHost', 'self'];
const SERVER = [
  'host',
  'version',
  'process',
  'uptime',
  'localTime',
  'asserts',
  'connections',
  'globalLock',
  'mem',
  'network',
  'opcounters',
];
const INDEX = ['name', 'key', 'unique', 'expireAfterSeconds', 'partialFilterExpression'];
const CACHE = ['bytes currently in the cache', 'maximum bytes configured', 'tracked dirty bytes in the cache'];
const STORAGE = ['count', 'size', 'storageSize', 'totalIndexSize', 'indexSizes'];

async function replicaSet(mongo: Mongo): Promise<Document> {
  const status = await mongo.client.db('admin').command({ replSetGetStatus: 1, maxTimeMS: COMMAND_MS });
  const members = (status['members'] as Document[]).map((member) => picked(member, MEMBER));
  return { ...picked(status, ['set', 'date', 'myState', 'term', 'majorityVoteCount', 'writeMajorityCount']), members };
}

async function server(mongo: Mongo): Promise<Document> {
  const status = await mongo.db.command({ serverStatus: 1, maxTimeMS: COMMAND_MS });
  const cache = (status['wiredTiger'] as Document | undefined)?.['cache'] as Document | undefined;
  return { ...picked(status, SERVER), cache: cache ? picked(cache, CACHE) : null };
}

/** Counts, sizes and indexes of every collection. */
const collections = (mongo: Mongo): Section => ({
  name: 'mongodb-collections',
  ending: 'ndjson',
  async *read() {
    for await (const { name, type } of mongo.db.listCollections({}, { nameOnly: true })) {
      if (type === 'view' || name.startsWith('system.')) continue;
      const storage = mongo.db.command({ collStats: name, maxTimeMS: COMMAND_MS });
      const { cursor } = await mongo.db.command({ listIndexes: name, maxTimeMS: COMMAND_MS });
      const indexes = (cursor.firstBatch as Document[]).map((index) => picked(index, INDEX));
      yield line({ name, type, ...picked(await storage, STORAGE), indexes });
    }
  },
});

/** State of MongoDB. Each command may need a right that the server's user does not have, so that each is a section. */
export const mongodbSections = (mongo: Mongo): Section[] => [
  single('mongodb-replica-set', () => replicaSet(mongo)),
  single('mongodb-server', () => server(mongo)),
  collections(mongo),
];
