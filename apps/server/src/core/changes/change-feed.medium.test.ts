import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import type { Mongo } from '../mongo/mongo.js';
import { newStored, updateVersioned } from '../mongo/objects.js';
import type { Stored } from '../mongo/stored.js';
import { type Change, ChangeFeed } from './change-feed.js';

let mongo: Mongo;
let close: () => Promise<void>;
let feed: ChangeFeed;
let changes: Change[];
let resyncs: number;

beforeEach(async () => {
  ({ mongo, close } = await openTestMongo());
  await mongo.db.createCollection('volumes');
  feed = new ChangeFeed(mongo);
  changes = [];
  resyncs = 0;
  feed.onChange((change) => changes.push(change));
  feed.onResync(() => resyncs++);
  await feed.onModuleInit();
});
afterEach(async () => {
  await feed.onApplicationShutdown();
  await close();
});

test('reports each change with its revision; a live update raises only the revision', async () => {
  const volumes = mongo.db.collection<Stored & { name: string }>('volumes');
  const volume = { ...newStored(), name: 'v' };
  await volumes.insertOne(volume);
  await updateVersioned(volumes, { id: volume._id, set: { name: 'w' } });
  const live = await updateVersioned(volumes, { id: volume._id, set: { name: 'live' }, live: true });
  expect(live).toMatchObject({ version: 2, revision: 3 });
  await volumes.updateOne({ _id: volume._id }, { $set: { name: 'x' } });
  await volumes.deleteOne({ _id: volume._id });
  const change = { collection: 'volumes', id: volume._id, deleted: false };
  await expect
    .poll(() => changes)
    .toEqual([
      { ...change, revision: 1 },
      { ...change, revision: 2 },
      { ...change, revision: 3 },
      { ...change, revision: null },
      { ...change, revision: null, deleted: true },
    ]);
});

test('names the fields that an update of a node set or removed, and none of another change', async () => {
  const nodes = mongo.db.collection<{ _id: string; revision: number; status: object }>('nodes');
  await nodes.insertOne({ _id: 'n', revision: 1, status: { connection: { state: 'online' }, offered: [1, 2] } });
  const push = { $push: { 'status.offered': { $each: [3], $slice: -2 } }, $inc: { revision: 1 } };
  await nodes.updateOne({ _id: 'n' }, push as unknown as { $inc: { revision: number } });
  await nodes.updateOne({ _id: 'n' }, { $set: { 'status.connection.state': 'lost' }, $unset: { 'status.offered': 1 } });
  await nodes.replaceOne({ _id: 'n' }, { revision: 4, status: {} });
  await nodes.deleteOne({ _id: 'n' });
  await expect.poll(() => changes).toHaveLength(5);
  expect(changes.map(({ fields }) => fields && [...fields].sort())).toEqual([
    undefined,
    ['revision', 'status.offered'],
    ['status.connection.state', 'status.offered'],
    undefined,
    undefined,
  ]);
});

test('reports no changes of an unwatched collection', async () => {
  await mongo.collection<{ _id: string }>('leases').insertOne({ _id: 'x' });
  await mongo.db.collection<Stored>('volumes').insertOne(newStored());
  await expect.poll(() => changes.length).toBe(1);
  expect(changes[0]?.collection).toBe('volumes');
});

test('notifies the other listeners when one fails', async () => {
  feed.onChange(() => {
    throw new Error('mistake');
  });
  let heard = 0;
  feed.onChange(() => heard++);
  await mongo.db.collection<Stored>('volumes').insertOne(newStored());
  await expect.poll(() => heard).toBe(1);
});

test('requests a re-read when the change stream loses its history, and resumes', async () => {
  await mongo.db.dropDatabase();
  await expect.poll(() => resyncs).toBeGreaterThan(0);
  await expect.poll(() => feed.problem).toBe(null);
  changes.length = 0;
  // A stream opened at the moment of the drop also sees the drop; another resync covers all writes until then.
  const told = async () => {
    await mongo.db.collection<Stored>('volumes').insertOne(newStored());
    return changes.length;
  };
  await expect.poll(told).toBeGreaterThan(0);
});
