/** With three members and access control. servers.medium.test.ts and e2e/medium/killed-server.medium.test.ts test one member without. */
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { type ClientSession, type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mongo } from './mongo.js';

let replicaSet: MongoReplicaSet;
const open: Mongo[] = [];

const root = { user: 'root', pwd: 'root', roles: ['root'] };
const users = ['weft', 'other'].map((user) => ({ user, pwd: user, roles: [{ role: 'readWrite', db: 'weft' }] }));

async function as(user: string): Promise<Mongo> {
  const mongo = await Mongo.connect({
    uri: `${replicaSet.uri.replace('mongodb://', `mongodb://${user}:${user}@`)}&authSource=admin`,
    database: 'weft',
  });
  open.push(mongo);
  return mongo;
}
async function createUsers(uri: string, ...created: object[]): Promise<void> {
  const client = await MongoClient.connect(uri);
  for (const { user, ...more } of created as { user: string }[]) await client.db('admin').command({ createUser: user, ...more });
  await client.close();
}

const settings = (mongo: Mongo): Collection<{ _id: string; by: string }> => mongo.collection('settings');
/** A transaction of a process that has stopped: nobody ends it. */
async function abandonedWrite(mongo: Mongo, id: string): Promise<ClientSession> {
  const session = mongo.client.startSession();
  session.startTransaction();
  await settings(mongo).updateOne({ _id: id }, { $set: { by: mongo.appName } }, { session });
  return session;
}
const write = (mongo: Mongo, id: string) =>
  mongo.transaction((session) => settings(mongo).updateOne({ _id: id }, { $set: { by: 'next' } }, { session }), { limitMs: 2000 });
const readBy = async (mongo: Mongo, id: string) => (await settings(mongo).findOne({ _id: id }))?.by;

beforeAll(async () => {
  replicaSet = await startMongo({ members: 3, accessControl: true });
  await createUsers(replicaSet.uri, root);
  await createUsers(`${replicaSet.uri.replace('mongodb://', 'mongodb://root:root@')}&authSource=admin`, ...users);
});
afterAll(async () => {
  await Promise.all(open.map((mongo) => mongo.close()));
  await replicaSet?.stop();
});

test('ends the transactions of one server as a read-write user, and those of no other server', async () => {
  const [dead, living, next] = [await as('weft'), await as('weft'), await as('weft')];
  for (const _id of ['dead', 'living']) await settings(next).insertOne({ _id, by: 'nobody' });
  await abandonedWrite(dead, 'dead');
  const session = await abandonedWrite(living, 'living');
  await expect(write(next, 'dead')).rejects.toMatchObject({ code: 'unavailable' });

  expect(await next.endTransactionsOf(dead.appName)).toBe(1);
  await write(next, 'dead');
  expect(await readBy(next, 'dead')).toBe('next');
  await session.commitTransaction();
  expect(await readBy(next, 'living')).toBe(living.appName);
});

test('reruns a transaction that was ended while its process was alive', async () => {
  const [slow, next] = [await as('weft'), await as('weft')];
  await settings(next).insertOne({ _id: 'slow', by: 'nobody' });
  let runs = 0;
  await slow.transaction(async (session) => {
    runs++;
    await settings(slow).updateOne({ _id: 'slow' }, { $set: { by: `run ${runs}` } }, { session });
    if (runs === 1) expect(await next.endTransactionsOf(slow.appName)).toBe(1);
    await settings(slow).findOne({ _id: 'slow' }, { session });
  });
  expect(runs).toBe(2);
  expect(await readBy(next, 'slow')).toBe('run 2');
});

test('does not see transactions of another database user', async () => {
  const [dead, next] = [await as('other'), await as('weft')];
  await settings(next).insertOne({ _id: 'other', by: 'nobody' });
  const session = await abandonedWrite(dead, 'other');
  expect(await next.endTransactionsOf(dead.appName)).toBe(0);
  await session.abortTransaction();
});

test('leaves a write alone that waits and is no transaction, such as a heartbeat of a slow server', async () => {
  const [slow, holder, next] = [await as('weft'), await as('weft'), await as('weft')];
  await settings(next).insertOne({ _id: 'waited-for', by: 'nobody' });
  const session = await abandonedWrite(holder, 'waited-for');
  const waiting = settings(slow).updateOne({ _id: 'waited-for' }, { $set: { by: 'slow' } });
  const running = { $match: { appName: slow.appName, op: 'update' } };
  const operations = () =>
    next.client
      .db('admin')
      .aggregate([{ $currentOp: {} }, running], { readConcern: { level: 'local' } })
      .toArray();
  await expect.poll(operations).toHaveLength(1);
  expect(await next.endTransactionsOf(slow.appName)).toBe(0);
  await session.abortTransaction();
  await waiting;
  expect(await readBy(next, 'waited-for')).toBe('slow');
});
