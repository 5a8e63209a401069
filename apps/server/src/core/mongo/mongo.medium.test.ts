import { DomainError } from '@weft/shared/errors/domain-error';
import { volumeRef } from '@weft/shared/text/references';
import { startStandalone } from '@weft/test-support/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import { startPretendMongos } from '../../../test-support/pretend-mongos.js';
import { Mongo } from './mongo.js';
import { deleteVersioned, newStored, updateVersioned } from './objects.js';
import type { Stored } from './stored.js';

interface Counter extends Stored {
  value: number;
}

let mongo: Mongo;
let close: () => Promise<void>;
const counters = () => mongo.collection<Counter>('settings');
const insert = async (): Promise<Counter> => {
  const counter = { ...newStored(), value: 0 };
  await counters().insertOne(counter);
  return counter;
};

beforeAll(async () => {
  ({ mongo, close } = await openTestMongo());
});
afterAll(() => close());

test('refuses a standalone server, and explains how to make it a replica set', async () => {
  const standalone = await startStandalone();
  try {
    await expect(Mongo.connect({ uri: standalone.uri, database: 'x' })).rejects.toThrow(/standalone.*--replSet.*rs\.initiate/s);
  } finally {
    await standalone.stop();
  }
});

test('refuses a mongos by its name, and not as a standalone server', async () => {
  const mongos = await startPretendMongos();
  try {
    await expect(Mongo.connect({ uri: mongos.uri, database: 'x' })).rejects.toThrow(/is a mongos.*members of a replica set/s);
  } finally {
    mongos.stop();
  }
});

test('names the unreachable address and what to check', async () => {
  await expect(Mongo.connect({ uri: 'mongodb://127.0.0.1:1/?replicaSet=weft', database: 'x', connectTimeoutMs: 300 })).rejects.toThrow(
    /127\.0\.0\.1:1 does not answer.*Check/s,
  );
});

test('loses no update among concurrent transactions on one document', async () => {
  const { _id } = await insert();
  const increment = () =>
    mongo.transaction(async (session) => {
      const counter = await counters().findOne({ _id }, { session });
      await counters().updateOne({ _id }, { $set: { value: (counter?.value ?? 0) + 1 } }, { session });
    });
  await Promise.all(Array.from({ length: 50 }, increment));
  expect((await counters().findOne({ _id }))?.value).toBe(50);
});

test('reports unavailable and changes nothing when a conflict outlasts the limit', async () => {
  const { _id } = await insert();
  const blocker = mongo.client.startSession();
  blocker.startTransaction();
  await counters().updateOne({ _id }, { $inc: { value: 100 } }, { session: blocker });
  const blocked = mongo.transaction((session) => counters().updateOne({ _id }, { $inc: { value: 1 } }, { session }), { limitMs: 300 });
  await expect(blocked).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
  await blocker.abortTransaction();
  await blocker.endSession();
  expect((await counters().findOne({ _id }))?.value).toBe(0);
});

test('rolls back a transaction whose work throws', async () => {
  const { _id } = await insert();
  const failing = mongo.transaction(async (session) => {
    await counters().updateOne({ _id }, { $inc: { value: 1 } }, { session });
    throw new DomainError('volume-never-written', { volume: volumeRef('v1', 'v') });
  });
  await expect(failing).rejects.toMatchObject({ code: 'not-possible' });
  expect((await counters().findOne({ _id }))?.value).toBe(0);
});

test('raises the version of an object when it is changed', async () => {
  const { _id } = await insert();
  expect(await updateVersioned(counters(), { id: _id, ifMatch: 1, set: { value: 7 } })).toMatchObject({ version: 2, value: 7 });
});

test('refuses a stale version and names the current one; an unknown id is not found', async () => {
  const { _id } = await insert();
  await updateVersioned(counters(), { id: _id, set: { value: 1 } });
  await expect(updateVersioned(counters(), { id: _id, ifMatch: 1, set: { value: 2 } })).rejects.toMatchObject({
    code: 'version-mismatch',
    message: expect.stringContaining('the current one is 2'),
  });
  await expect(deleteVersioned(counters(), { id: _id, ifMatch: 1 })).rejects.toMatchObject({ code: 'version-mismatch' });
  await expect(updateVersioned(counters(), { id: 'nobody', set: { value: 1 } })).rejects.toMatchObject({ code: 'not-found' });
});
