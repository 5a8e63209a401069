import { MongoClient, MongoNetworkError } from 'mongodb';
import { expect, test } from 'vitest';
import { testDatabase } from './database.js';
import { startMongo, startStandalone } from './mongo.js';

test('gives a test file a database that accepts writes', async () => {
  const { uri, name } = testDatabase();
  const client = new MongoClient(uri);
  await client.db(name).collection('things').insertOne({ kept: true });
  expect(await client.db(name).collection('things').countDocuments()).toBe(1);
  await client.db(name).dropDatabase();
  await client.close();
});

/** The driver retries a command once, and its connections to a killed member may fail both attempts. */
async function repeated<T>(command: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left--) {
    try {
      return await command();
    } catch (error) {
      const ended = error instanceof MongoNetworkError || (error as NodeJS.ErrnoException).code === 'EPIPE';
      if (!ended || left === 0) throw error;
    }
  }
}

test('keeps the data when the primary is killed, and elects another', async () => {
  const mongo = await startMongo({ members: 3 });
  const client = new MongoClient(mongo.uri, { writeConcern: { w: 'majority' } });
  try {
    const things = client.db('weft_test').collection('things');
    await things.insertOne({ when: 'before' });
    const first = await mongo.primary();
    await mongo.kill(first);
    await repeated(() => things.updateOne({ when: 'after' }, { $set: { kept: true } }, { upsert: true }));
    expect(await mongo.primary()).not.toBe(first);
    await mongo.restart(first);
    expect(await repeated(() => things.countDocuments())).toBe(2);
  } finally {
    await client.close();
    await mongo.stop();
  }
});

test('starts a standalone server that is in no replica set', async () => {
  const standalone = await startStandalone();
  const client = new MongoClient(standalone.uri);
  try {
    expect((await client.db('admin').command({ hello: 1 })).setName).toBeUndefined();
  } finally {
    await client.close();
    await standalone.stop();
  }
});
