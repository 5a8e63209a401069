import { testDatabase } from '@weft/test-support/database';
import type { ClientSession } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Mongo } from '../mongo/mongo.js';
import { ServerIdentity } from '../process/server-identity.js';
import { type ServerDocument, Servers } from './servers.js';

const database = testDatabase();
const connect = () => Mongo.connect({ uri: database.uri, database: database.name });

let mongos: [mine: Mongo, silent: Mongo, living: Mongo];
let servers: Servers;

const documents = () => mongos[0].collection<ServerDocument>('servers');
const jobs = (mongo: Mongo) => mongo.collection<{ _id: string; by?: string }>('jobs');
const listed = (id: string, mongo: Mongo, seenAt: Date) =>
  documents().insertOne({
    _id: id,
    hostname: id,
    version: '1',
    address: null,
    mongoAppName: mongo.appName,
    startedAt: new Date(),
    seenAt,
  });
async function openTransaction(mongo: Mongo, id: string): Promise<ClientSession> {
  const session = mongo.client.startSession();
  session.startTransaction();
  await jobs(mongo).updateOne({ _id: id }, { $set: { by: id } }, { session });
  return session;
}

beforeEach(async () => {
  mongos = [await connect(), await connect(), await connect()];
  servers = new Servers(mongos[0], new ServerIdentity());
  await jobs(mongos[0]).insertMany([{ _id: 'silent' }, { _id: 'living' }]);
});
afterEach(async () => {
  await servers.onApplicationShutdown();
  await mongos[0].db.dropDatabase();
  await Promise.all(mongos.map((mongo) => mongo.close()));
});

test('ends the open transaction of an unresponsive server, and not that of a live one', async () => {
  const [, silent, living] = mongos;
  await openTransaction(silent, 'silent');
  const session = await openTransaction(living, 'living');
  await listed('silent', silent, new Date(Date.now() - 11_000));
  await listed('living', living, new Date(Date.now() + 3_600_000));
  await servers.onModuleInit();

  await expect.poll(async () => (await documents().findOne({ _id: 'silent' }))?.mongoAppName).toBeUndefined();
  await jobs(mongos[0]).updateOne({ _id: 'silent' }, { $set: { by: 'next' } }, { maxTimeMS: 1000 });
  await session.commitTransaction();
  expect(await jobs(living).findOne({ _id: 'living' })).toEqual({ _id: 'living', by: 'living' });
  expect((await documents().findOne({ _id: 'living' }))?.mongoAppName).toBe(living.appName);
});
