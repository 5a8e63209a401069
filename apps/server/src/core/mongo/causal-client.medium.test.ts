import { testDatabase } from '@weft/test-support/database';
import { type Collection, type CommandStartedEvent, MongoClient, Timestamp } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CausalClient } from './causal-client.js';

interface Thing {
  _id: string;
}

let client: CausalClient;
let things: Collection<Thing>;
/** The `afterClusterTime` of each read, in order. */
let named: (Timestamp | undefined)[];
/** Operation time of the last write. */
let written: Timestamp | undefined;

beforeEach(async () => {
  const { uri, name } = testDatabase();
  const concerns = { writeConcern: { w: 'majority' as const }, readConcern: { level: 'majority' as const } };
  client = new CausalClient(uri, { ...concerns, monitorCommands: true });
  things = client.db(name).collection<Thing>('things');
  named = [];
  written = undefined;
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find' || commandName === 'aggregate') named.push(command.readConcern?.afterClusterTime);
  });
  client.on('commandSucceeded', ({ commandName, reply }) => {
    if (commandName === 'insert' || commandName === 'commitTransaction') written = (reply as { operationTime: Timestamp }).operationTime;
  });
});
afterEach(async () => {
  await things.drop();
  await client.close();
});

const notBefore = (time: Timestamp | undefined, other: Timestamp | undefined) => {
  if (!time || !other) throw new Error('a read named no time, or a write was not answered');
  expect(time.greaterThanOrEqual(other)).toBe(true);
};

test('never reads from before an earlier write, even in another session', async () => {
  await things.insertOne({ _id: 'one' });
  expect(await things.findOne({ _id: 'one' })).toEqual({ _id: 'one' });
  notBefore(named.at(-1), written);
});

test('never reads from before a committed transaction, with cursors and transactions too', async () => {
  await things.insertOne({ _id: 'one' });
  await client.withSession((session) => session.withTransaction(() => things.insertOne({ _id: 'two' }, { session })));
  const committed = written;
  expect(await things.find().toArray()).toHaveLength(2);
  notBefore(named.at(-1), committed);
  expect(await things.countDocuments()).toBe(2);
  notBefore(named.at(-1), committed);
  await client.withSession((session) => session.withTransaction(() => things.findOne({ _id: 'two' }, { session })));
  notBefore(named.at(-1), committed);
  expect(named).toHaveLength(3);
});

test('never reads from before a time received from elsewhere', async () => {
  await things.insertOne({ _id: 'one' });
  const other = new MongoClient(testDatabase().uri);
  const told = await other.withSession(async (session) => {
    await other.db(things.dbName).collection<Thing>(things.collectionName).insertOne({ _id: 'two' }, { session });
    return session.operationTime;
  });
  await other.close();
  if (!told) throw new Error('the write had no time');
  client.saw(told);
  client.saw(new Timestamp({ t: 1, i: 1 }));
  expect(await things.countDocuments()).toBe(2);
  expect(named).toHaveLength(1);
  notBefore(named[0], told);
});

test('reads from no earlier than the time of a newly found primary', async () => {
  const asked = new Promise<Timestamp>((resolve) => {
    client.on('commandSucceeded', ({ commandName, reply }) => {
      if (commandName === 'ping') resolve((reply as { operationTime: Timestamp }).operationTime);
    });
  });
  await client.connect();
  const newest = await asked;
  await new Promise(setImmediate);
  expect(await things.findOne()).toBe(null);
  notBefore(named.at(-1), newest);
});
