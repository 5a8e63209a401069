import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMongo } from '../../../../test-support/database.js';
import { storedAttachment } from '../../../../test-support/stored-attachment.js';
import { anyLeg } from '../../../domain/documents/volume.document.js';
import { collections } from '../collections.js';
import type { Mongo } from '../mongo.js';
import { newStored } from '../objects.js';
import { problemConditions } from './0011-problem-conditions.js';
import { migrations } from './all.js';
import { migrate, schemaState } from './migrate.js';
import type { Migration } from './migration.js';

let mongo: Mongo;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ mongo, close } = await openTestMongo());
});
afterEach(() => close());

test('runs each migration once when servers start at the same time', async () => {
  let runs = 0;
  const counting: Migration = { version: 1, name: 'counting', run: async () => void runs++ };
  const done = await Promise.all([migrate(mongo, [counting]), migrate(mongo, [counting]), migrate(mongo, [counting])]);
  expect(done.flat()).toEqual([1]);
  expect(runs).toBe(1);
});

test('resumes after a failed migration', async () => {
  let broken = true;
  const first: Migration = { version: 1, name: 'first', run: async () => undefined };
  const second: Migration = {
    version: 2,
    name: 'second',
    run: async () => {
      if (broken) throw new Error('disk full');
    },
  };
  await expect(migrate(mongo, [first, second])).rejects.toThrow('disk full');
  expect((await schemaState(mongo, [first, second])).found).toBe(1);
  broken = false;
  expect(await migrate(mongo, [first, second])).toEqual([2]);
});

test('creates every collection with a validator', async () => {
  await migrate(mongo);
  const found = await mongo.db.listCollections<{ name: string; options: object }>().toArray();
  // MongoDB gives the buckets of time series (`system.buckets.…`) a validator of its own.
  const ours = found.filter(({ name, options }) => !name.startsWith('system.') && 'validator' in options);
  const validated = ours.map(({ name }) => name);
  // The runner creates `schema`, before the first migration.
  expect([...validated, 'schema'].sort()).toEqual(Object.keys(collections).sort());
});

test('refuses a database with a newer schema, and names both schema versions', async () => {
  const migrations: Migration[] = [1, 2].map((version) => ({ version, name: `m${version}`, run: async () => undefined }));
  await migrate(mongo, migrations);
  await expect(migrate(mongo, migrations.slice(0, 1))).rejects.toThrow(/schema 2.*knows schemas up to 1/s);
});

test('migrates schema 3 so that only an unfenced attachment holds its volume (S3)', async () => {
  await migrate(mongo, migrations.slice(0, 3));
  const attachments = mongo.db.collection<Record<string, unknown> & { _id: string }>('attachments');
  const {
    status: { fenced: _ },
    ...old
  } = storedAttachment({ _id: 'v', name: 'db' }, { _id: 'c1', name: 'c1' });
  await attachments.insertOne(old);
  await migrate(mongo);
  expect(await attachments.findOne({ _id: old._id })).toMatchObject({ fenced: false });
  const second = storedAttachment({ _id: 'v', name: 'db' }, { _id: 'c2', name: 'c2' });
  await expect(attachments.insertOne({ ...second })).rejects.toThrow(/duplicate key/);
  await attachments.updateOne({ _id: old._id }, { $set: { fenced: true, state: 'revoked' } });
  await attachments.insertOne({ ...second });
});

test('migrates conditions of schema 10 to problems with inverted status, and keeps the others', async () => {
  await migrate(
    mongo,
    migrations.filter(({ version }) => version <= 10),
  );
  const since = '2026-11-01T00:00:00.000Z';
  const said = (type: string, status: string) => ({ type, status, since, reason: 'r', message: 'm' });
  const conditions = [said('AgentHealthy', 'true'), said('ClockRight', 'false'), said('AssignmentAccepted', 'true')];
  // The document has only the fields that the migration changes.
  await mongo.db.command({ collMod: 'nodes', validationLevel: 'off' });
  await mongo.db.collection<{ _id: string; conditions: object[] }>('nodes').insertOne({ _id: 'n', conditions });
  expect(await migrate(mongo, migrations)).toContain(11);
  expect(await mongo.db.collection<{ _id: string }>('nodes').findOne({ _id: 'n' })).toMatchObject({
    conditions: [said('AgentHealthy', 'true'), said('ClockSkewed', 'true'), said('AssignmentRefused', 'false')],
  });
  await problemConditions.run(mongo.db);
  expect(await mongo.db.collection<{ _id: string }>('nodes').findOne({ _id: 'n' })).toMatchObject({
    conditions: [said('AgentHealthy', 'true'), said('ClockSkewed', 'true'), said('AssignmentRefused', 'false')],
  });
});

test('applies the schema twice without error, and refuses invalid drives', async () => {
  await migrate(mongo);
  await mongo.collection('schema').deleteMany({});
  await migrate(mongo);
  const drives = mongo.db.collection<Record<string, unknown> & { _id: string }>('drives');
  const drive = {
    ...newStored(),
    nodeId: 'n',
    serial: 's',
    nsid: 1,
    inventory: {},
    present: true,
    desired: 'observed',
    inService: false,
    capacityBytes: 3_200_000_000_000,
    allocatedBytes: 0,
    largestFreeBytes: 0,
  };
  await drives.insertOne(drive);
  await expect(drives.updateOne({ _id: drive._id }, { $set: { allocatedBytes: -1 } })).rejects.toThrow('validation');
  await expect(drives.updateOne({ _id: drive._id }, { $set: { desired: 'loved' } })).rejects.toThrow('validation');
  await expect(drives.insertOne({ ...drive, _id: 'other' })).rejects.toMatchObject({ code: 11000 });
});

test('enforces unique service ids per node and one exclusive attachment per volume', async () => {
  await migrate(mongo);
  const attachments = mongo.db.collection<Record<string, unknown> & { _id: string }>('attachments');
  const exported = (nodeId: string, serviceId: number) => ({
    nodeId,
    serviceId,
    subsystemNqn: 'q',
    serial: 's',
    desired: 'exported',
    orderGeneration: 1,
  });
  const attachment = (volumeId: string, mode: string, exports: unknown[]) => ({
    ...newStored(),
    volumeId,
    nodeId: 'client',
    mode,
    transport: 'rdma',
    state: 'attaching',
    desired: 'attached',
    epoch: 1,
    orderGeneration: 1,
    fenced: false,
    exports,
  });
  await attachments.insertOne(attachment('v1', 'exclusive', [exported('t1', 4420), exported('t2', 4420)]));
  await expect(attachments.insertOne(attachment('v2', 'exclusive', [exported('t1', 4420)]))).rejects.toMatchObject({ code: 11000 });
  await expect(attachments.insertOne(attachment('v1', 'exclusive', []))).rejects.toMatchObject({ code: 11000 });
  await attachments.insertOne(attachment('v2', 'shared', []));
  await attachments.insertOne(attachment('v2', 'shared', []));
});

test.each([
  ['nodes', 'name'],
  ['nodes', 'createdAt'],
  ['drives', 'serial'],
  ['drives', 'inventory.model'],
  ['drives', 'inventory.sizeBytes'],
  ['drives', 'createdAt'],
  ['volumes', 'name'],
  ['volumes', 'spec.sizeBytes'],
  ['volumes', 'createdAt'],
  ['attachments', 'createdAt'],
  ['jobs', 'updatedAt'],
])('reads a page of %s sorted by %s without an in-memory sort', async (collection, field) => {
  await migrate(mongo);
  const plan = await mongo.db
    .collection(collection)
    .find({})
    .sort({ [field]: 1, _id: 1 })
    .limit(50)
    .explain('queryPlanner');
  expect(JSON.stringify(plan)).not.toContain('"SORT"');
});

test.each([
  ['objectStatuses', { objectId: { $in: ['a', 'b'] } }],
  ['volumes', anyLeg('id', 'a')],
  ['volumes', anyLeg('nodeId', 'a')],
])('finds %s for the reconciler without a collection scan', async (collection, filter) => {
  await migrate(mongo);
  const plan = await mongo.db.collection(collection).find(filter).explain('queryPlanner');
  expect(JSON.stringify(plan)).not.toContain('"COLLSCAN"');
});

test.each(['id', 'volume', 'node', 'drive'])(
  'finds points of one %s by index, and keeps no time index on the finest points',
  async (field) => {
    await migrate(mongo);
    for (const collection of ['statisticsTenSeconds', 'statisticsMinutes', 'statisticsHours']) {
      const plan = await mongo.db
        .collection(collection)
        .find({ [`series.${field}`]: { $in: ['a', 'b'] }, at: { $gte: new Date(0) } })
        .explain('queryPlanner');
      expect(JSON.stringify(plan)).not.toContain('"COLLSCAN"');
    }
    const indexes = await mongo.db.collection('statisticsTenSeconds').listIndexes().toArray();
    expect(indexes.filter(({ key }) => 'at' in key)).toEqual([]);
  },
);
