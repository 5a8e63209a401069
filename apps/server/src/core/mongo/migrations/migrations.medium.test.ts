import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestMongo } from '../../../../test-support/database.js';
import { storedAttachment } from '../../../../test-support/stored-attachment.js';
import { anyLeg } from '../../../domain/documents/volume.document.js';
import { collections } from '../collections.js';
import type { Mongo } from '../mongo.js';
import { newStored } from '../objects.js';
import { authenticationStaysOff } from './0032-authentication-stays-off.js';
import { migrations } from './all.js';
import { problemConditions } from './foundation/0011-problem-conditions.js';
import { specAndStatus } from './foundation/0013-spec-and-status.js';
import { legHealth } from './foundation/0014-leg-health.js';
import { fenceProgress } from './foundation/0015-fences.js';
import { migrate } from './migrate.js';

let mongo: Mongo;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ mongo, close } = await openTestMongo());
});
afterEach(() => close());

test('creates every collection with a validator', async () => {
  await migrate(mongo);
  const found = await mongo.db.listCollections<{ name: string; options: object }>().toArray();
  // MongoDB gives the buckets of time series (`system.buckets.…`) a validator of its own.
  const ours = found.filter(({ name, options }) => !name.startsWith('system.') && 'validator' in options);
  const validated = ours.map(({ name }) => name);
  // The runner creates `schema`, before the first migration.
  expect([...validated, 'schema'].sort()).toEqual(Object.keys(collections).sort());
});

test('migrates schema 3 so that only an unfenced attachment holds its volume (S3)', async () => {
  await migrate(mongo, migrations.slice(0, 3));
  const attachments = mongo.db.collection<Record<string, unknown> & { _id: string }>('attachments');
  const { spec, status, ...identity } = storedAttachment({ _id: 'v', name: 'db' }, { _id: 'c1', name: 'c1' });
  const { fenced: _, ...state } = status;
  const old = { ...identity, ...spec, ...state };
  await attachments.insertOne(old);
  await migrate(mongo);
  expect(await attachments.findOne({ _id: old._id })).toMatchObject({ spec, status: { ...state, fenced: false } });
  const second = storedAttachment({ _id: 'v', name: 'db' }, { _id: 'c2', name: 'c2' });
  await expect(attachments.insertOne({ ...second })).rejects.toThrow(/duplicate key/);
  await attachments.updateOne({ _id: old._id }, { $set: { 'status.fenced': true, 'status.state': 'revoked' } });
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
  expect(await migrate(mongo, migrations.slice(0, 11))).toEqual([11]);
  expect(await mongo.db.collection<{ _id: string }>('nodes').findOne({ _id: 'n' })).toMatchObject({
    conditions: [said('AgentHealthy', 'true'), said('ClockSkewed', 'true'), said('AssignmentRefused', 'false')],
  });
  await problemConditions.run(mongo.db);
  expect(await mongo.db.collection<{ _id: string }>('nodes').findOne({ _id: 'n' })).toMatchObject({
    conditions: [said('AgentHealthy', 'true'), said('ClockSkewed', 'true'), said('AssignmentRefused', 'false')],
  });
});

test('keeps authentication off in a cluster that is older than it, and what a person has chosen', async () => {
  await migrate(mongo, migrations.slice(0, 31));
  const settings = mongo.db.collection<{ _id: string; spec: object }>('settings');
  await settings.insertOne({
    ...newStored(),
    _id: 'cluster',
    clusterId: 'c',
    historyId: 'h',
    simulated: false,
    spec: { reservedRatio: 0 },
  } as never);
  const upgraded = async () => {
    await authenticationStaysOff.run(mongo.db);
    return (await settings.findOne())?.spec;
  };
  expect(await upgraded()).toEqual({ reservedRatio: 0, authentication: 'off' });
  await settings.updateOne({}, { $set: { 'spec.authentication': 'required' } });
  expect(await upgraded()).toEqual({ reservedRatio: 0, authentication: 'required' });
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
    spec: { desired: 'observed' },
    status: {
      ...{ inventory: {}, present: true, inService: false },
      ...{ capacityBytes: 3_200_000_000_000, allocatedBytes: 0, largestFreeBytes: 0 },
    },
  };
  await drives.insertOne(drive);
  await expect(drives.updateOne({ _id: drive._id }, { $set: { 'status.allocatedBytes': -1 } })).rejects.toThrow('validation');
  await expect(drives.updateOne({ _id: drive._id }, { $set: { 'spec.desired': 'loved' } })).rejects.toThrow('validation');
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
    spec: { desired: 'exported', orderGeneration: 1 },
    status: {},
  });
  const attachment = (volumeId: string, mode: string, exports: unknown[]) => ({
    ...newStored(),
    volumeId,
    nodeId: 'client',
    spec: { mode, transport: 'rdma', desired: 'attached', epoch: 1, orderGeneration: 1 },
    status: { state: 'attaching', fenced: false },
    exports,
  });
  await attachments.insertOne(attachment('v1', 'exclusive', [exported('t1', 4420), exported('t2', 4420)]));
  await expect(attachments.insertOne(attachment('v2', 'exclusive', [exported('t1', 4420)]))).rejects.toMatchObject({ code: 11000 });
  await expect(attachments.insertOne(attachment('v1', 'exclusive', []))).rejects.toMatchObject({ code: 11000 });
  await attachments.insertOne(attachment('v2', 'shared', []));
  await attachments.insertOne(attachment('v2', 'shared', []));
});

describe('migration 13, spec and status', () => {
  const stamps = { version: 4, revision: 9, createdAt: new Date(0), updatedAt: new Date(1) };
  const legFields = {
    spec: { failureDomain: 'r1', numaNode: null, sizeBytes: 8, dataBytes: 4, epoch: 2, desired: 'present', orderGeneration: 3 },
    status: { inSync: true, state: 'ready', conditions: [] },
  };
  const place = { driveId: 'd', driveSerial: 'S', nodeId: 'n', nodeName: 't1' };
  /** Every kind of object; the fields of `spec` and `status` stand at the top in schema 12. */
  const nested: Record<string, Record<string, unknown> & { _id: string }> = {
    nodes: {
      ...{ _id: 'n', ...stamps, name: 't1', hostId: 'h', credentialHash: 'c' },
      spec: { labels: { 'a.b': 'c' }, scheduling: 'cordoned', maintenance: { until: new Date(2), endedAt: null } },
      status: { inventory: { nics: [] }, bootId: null, connection: { state: 'online' }, orphans: [], conditions: [], orphansSince: null },
    },
    drives: {
      ...{ _id: 'd', ...stamps, nodeId: 'n', nodeName: 't1', serial: 'S', nsid: 1 },
      spec: { desired: 'in-service', wipe: null, orderGeneration: 3, scheduling: 'open' },
      status: {
        ...{ inventory: { model: 'M', sizeBytes: 10 }, present: true, inService: true, conditions: [] },
        ...{ capacityBytes: 10, allocatedBytes: 8, largestFreeBytes: 2, smartWarningSince: null },
      },
    },
    driveClasses: {
      ...{ _id: 'k', ...stamps, name: 'fast' },
      ...{ spec: { description: '', labels: {}, members: { by: 'list', driveIds: ['d'] } }, status: {} },
    },
    volumes: {
      ...{ _id: 'v', ...stamps, name: 'db', generation: 2 },
      spec: { sizeBytes: 4, protection: 'raid1', driveClassId: 'k', epoch: 2, lastTenure: 7 },
      status: { state: 'available', health: 'healthy', observedGeneration: 2, conditions: [], repairTurn: null },
      array: { spec: { uuid: 'u', dataOffsetBytes: 1 }, status: { created: true } },
      growth: { spec: { toSizeBytes: 6, legs: [{ legId: 'l', fromSizeBytes: 4, toDataBytes: 6 }] }, status: { legsGrown: false } },
      legs: [
        { id: 'l', index: 0, ...place, ...legFields, spec: { ...legFields.spec, role: 'leaving' } },
        { id: 'm', index: 0, ...place, ...legFields, status: { ...legFields.status, verdict: 'missing', unhealthySince: new Date(3) } },
      ],
      obsoleteLegs: [
        {
          ...{ id: 'o', index: 1, ...place },
          spec: { ...legFields.spec, since: new Date(4), why: 'replaced' },
          status: { ...legFields.status, fencedFrom: 'a' },
        },
      ],
    },
    attachments: {
      ...{ _id: 'a', ...stamps, volumeId: 'v', volumeName: 'db', nodeId: 'c', nodeName: 'c1', generation: 2 },
      spec: {
        ...{ mode: 'exclusive', transport: 'tcp', reattach: true, epoch: 2, desired: 'detached', orderGeneration: 3, bootId: 'b' },
        revoked: { by: 'admin', at: new Date(5), targetsOff: [] },
      },
      status: { state: 'revoking', fenced: false, observedGeneration: 1, conditions: [] },
      exports: [
        {
          ...{ nodeId: 'n', nodeName: 't1', subsystemNqn: 'q', serial: 's', serviceId: 10_000 },
          spec: { portals: [], namespaces: [{ nsid: 1, legId: 'l' }], desired: 'absent', orderGeneration: 3, leftOut: true },
          status: { gone: true },
        },
      ],
    },
  };
  const flat = ({ spec, status, ...identity }: Record<string, unknown>): Record<string, unknown> => ({
    ...identity,
    ...(spec as object),
    ...(status as object),
  });
  const all = (value: unknown) => (value as Record<string, unknown>[]).map(flat);
  /** The document as schema 12 has it. */
  function before(name: string): Record<string, unknown> & { _id: string } {
    const document = nested[name] ?? expect.fail(name);
    const top = flat(document);
    if (name === 'attachments') return { ...top, _id: document._id, exports: all(document.exports) };
    if (name !== 'volumes') return { ...top, _id: document._id };
    const { epoch, lastTenure, ...spec } = document.spec as Record<string, unknown>;
    return {
      ...{ ...top, _id: document._id, spec, legs: all(document.legs), obsoleteLegs: all(document.obsoleteLegs) },
      array: flat(document.array as Record<string, unknown>),
      growth: flat(document.growth as Record<string, unknown>),
    };
  }
  const stored = (name: string) => mongo.db.collection<Record<string, unknown> & { _id: string }>(name);
  const withoutUserFields = (document: Record<string, unknown>) => {
    const { sizeBytes, protection, driveClassId, ...rest } = document;
    return rest;
  };

  test('moves every field of every kind, also when it runs again', async () => {
    await migrate(mongo, migrations.slice(0, 12));
    for (const name of Object.keys(nested))
      await stored(name).insertOne(name === 'volumes' ? (withoutUserFields(before(name)) as { _id: string }) : before(name));
    expect(await migrate(mongo, migrations.slice(0, 13))).toEqual([13]);
    const read = async () =>
      Object.fromEntries(await Promise.all(Object.keys(nested).map(async (name) => [name, await stored(name).findOne()])));
    expect(await read()).toEqual(nested);
    await specAndStatus.run(mongo.db);
    expect(await read()).toEqual(nested);
    // An older server that still runs fails to write, instead of storing fields at their earlier places.
    await expect(stored('nodes').updateOne({ _id: 'n' }, { $set: { 'connection.state': 'lost' } })).rejects.toThrow('validation');
    await expect(stored('volumes').updateOne({ _id: 'v' }, { $set: { conditions: [] } })).rejects.toThrow('validation');
  });

  test('is followed by migration 14, which renames the verdict of every leg, a reason and a statement, also when it runs again', async () => {
    await migrate(mongo, migrations.slice(0, 13));
    const { growth, array, legs, obsoleteLegs, ...plain } = nested.volumes ?? expect.fail();
    type Legs = { status: { verdict?: string } }[];
    const old = (obsoleteLegs as Legs).map((each) => ({ ...each, status: { ...each.status, verdict: 'stalled' } }));
    const renamed = (list: unknown) =>
      (list as Legs).map(({ status: { verdict, ...status }, ...each }) => ({
        ...each,
        status: verdict === undefined ? status : { ...status, health: verdict },
      }));
    const repair = { type: 'RepairWaiting', status: 'true', reason: 'no-drive', since: 't' };
    const because = (reason: string) => ({
      ...(plain.status as object),
      conditions: [{ type: 'FailureDomainViolated', status: 'false', reason, since: 't' }, repair],
    });
    await stored('volumes').insertMany([
      { ...plain, status: because('apart'), legs, obsoleteLegs: old },
      { ...plain, _id: 'w', name: 'w', legs: old },
    ]);
    const audit = (statement: string) => ({
      ...{ _id: 's', at: new Date(6), by: 'admin', action: 'attachment.revoke', subject: null },
      statements: [{ statement, text: 'c1' }, { statement: 'client-is-off' }],
    });
    await stored('audit').insertOne(audit('take-away'));
    const after = [
      { ...plain, status: because('domain-not-shared'), legs: renamed(legs), obsoleteLegs: renamed(old) },
      { ...plain, _id: 'w', name: 'w', legs: renamed(old) },
    ];
    const read = () =>
      stored('volumes')
        .find({}, { sort: { _id: 1 } })
        .toArray();
    await migrate(mongo, migrations.slice(0, 14));
    expect(await read()).toEqual(after);
    expect(await stored('audit').findOne()).toEqual(audit('force-detach'));
    await legHealth.run(mongo.db);
    expect(await read()).toEqual(after);
    // An older server that still runs fails to store a verdict.
    await expect(stored('volumes').updateOne({ _id: 'v' }, { $set: { 'legs.0.status.verdict': 'missing' } })).rejects.toThrow('validation');
  });

  test('is followed by migration 15, which moves the progress of fences to the status, also when it runs again', async () => {
    await migrate(mongo, migrations.slice(0, 14));
    const { spec, status, ...identity } = (nested.attachments ?? expect.fail()) as { spec: object; status: object } & { _id: string };
    const order = { by: 'admin', at: new Date(5), clientIsOff: false, targetsOff: [], arrayUuid: 'u' };
    const [since, last] = [new Date(6), new Date(7)];
    const cases: [string, Record<string, unknown> | null, object | undefined][] = [
      ['begun', { inSyncKnown: true, isFencing: true, lastFencedAt: last }, { inSyncKnown: true, lastFencedAt: last }],
      ['gave-up', { inSyncKnown: false, isFencing: true, notWaitedForAt: since }, { inSyncKnown: false, notWaitedForAt: since }],
      ['none', null, undefined],
      ['old', { inSyncKnown: true, lastFencedAt: last }, { inSyncKnown: false, lastFencedAt: last }],
      ['waits', { inSyncKnown: true, isFencing: false }, undefined],
    ];
    const of = (_id: string, revoked: object | null, fences?: object) => ({
      ...{ ...identity, _id, volumeId: _id, exports: [] },
      ...{ spec: { ...spec, revoked }, status: { ...status, ...(fences ? { fences } : {}) } },
    });
    await stored('attachments').insertMany(cases.map(([id, progress]) => of(id, progress && { ...order, ...progress })));
    const after = cases.map(([id, progress, fences]) => {
      const known = progress && 'inSyncKnown' in progress ? { inSyncKnown: progress.inSyncKnown } : {};
      return of(id, progress && { ...order, ...known }, fences);
    });
    const read = () =>
      stored('attachments')
        .find({}, { sort: { _id: 1 } })
        .toArray();
    expect(await migrate(mongo)).toContain(15);
    expect(await read()).toEqual(after);
    await fenceProgress.run(mongo.db);
    expect(await read()).toEqual(after);
    // An older server that still runs fails to store progress in the spec, and may still order.
    const write = (field: string, value: unknown) =>
      stored('attachments').updateOne({ _id: 'waits' }, { $set: { [`spec.revoked.${field}`]: value } });
    await expect(write('isFencing', true)).rejects.toThrow('validation');
    await expect(write('lastFencedAt', last)).rejects.toThrow('validation');
    await write('clientIsOff', true);
  });

  test('keeps the null array and growth of a volume, and adds no list that it does not have', async () => {
    await migrate(mongo, migrations.slice(0, 12));
    const { growth, obsoleteLegs, ...plain } = withoutUserFields(before('volumes'));
    await stored('volumes').insertMany([
      { ...plain, _id: 'plain', array: null },
      { ...plain, _id: 'grown', name: 'grown', growth: null },
    ]);
    await migrate(mongo);
    const found = await stored('volumes')
      .find({}, { sort: { _id: 1 } })
      .toArray();
    expect(found).toMatchObject([
      { _id: 'grown', growth: null },
      { _id: 'plain', array: null },
    ]);
    expect(found.map((each) => 'growth' in each || 'obsoleteLegs' in each)).toEqual([true, false]);
  });
});

test.each([
  ['nodes', 'name'],
  ['nodes', 'createdAt'],
  ['drives', 'serial'],
  ['drives', 'status.inventory.model'],
  ['drives', 'status.inventory.sizeBytes'],
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
