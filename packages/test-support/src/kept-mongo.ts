import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { Mongod } from './mongod.js';

const replicaSet = 'weft';

/** How long mongod may take to answer and to become primary: longer only when it has to recover a large database. */
const patience = 120_000;
/** MongoDB's own error code for a member that nobody has initiated. */
const notYetInitialized = 94;

export interface KeptMongo {
  uri: string;
  log: string;
  /** Rejects when mongod ends by itself, with the end of its log; never resolves. */
  failure: Promise<never>;
  /** Asks mongod to end and resolves when it is gone. */
  stop(): Promise<void>;
}

async function configOf(client: MongoClient): Promise<Document | undefined> {
  try {
    return (await client.db('admin').command({ replSetGetConfig: 1 })).config as Document;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
}

/** A one-member replica set at `address`; one that was kept under another port is told of the new one. */
async function makePrimary(address: string): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, { serverSelectionTimeoutMS: patience });
  try {
    const config = await configOf(client);
    const members = [{ _id: 0, host: address }];
    if (!config) await client.db('admin').command({ replSetInitiate: { _id: replicaSet, members } });
    else if (config.members[0].host !== address)
      await client.db('admin').command({ replSetReconfig: { ...config, members, version: config.version + 1 }, force: true });
  } finally {
    await client.close();
  }
}

async function waitForPrimary(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: patience, heartbeatFrequencyMS: 500, minHeartbeatFrequencyMS: 50 });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** A replica set of one member whose data outlives it, for `npm start`: begun in an empty `folder`, else found there. */
export async function startKeptMongo({ folder, port }: { folder: string; port: number }): Promise<KeptMongo> {
  const mongod = new Mongod(port, folder, replicaSet);
  await mongod.start();
  const failure = mongod.failure();
  // Whoever waits for it is told; until somebody does, it is no unhandled rejection.
  failure.catch(() => undefined);
  const uri = `mongodb://${mongod.address}/?replicaSet=${replicaSet}`;
  const stop = () => mongod.end('SIGTERM');
  try {
    await Promise.race([makePrimary(mongod.address).then(() => waitForPrimary(uri)), failure]);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { uri, log: mongod.log, failure, stop };
}
